declare module "virtual:words/*" {
  const tree: import("./lib/i18n/teller.ts").Tree;
  export default tree;
}

declare module "virtual:languages" {
  const languages: Readonly<Record<string, { readonly name: string; readonly missing: { readonly text: string; readonly reload: string }; readonly load: () => Promise<{ default: import("./lib/i18n/teller.ts").Tree }> }>>;
  export default languages;
}
