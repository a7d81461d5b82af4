declare module "virtual:words/*" {
  const tree: import("./lib/i18n/teller.ts").Tree;
  export default tree;
}
