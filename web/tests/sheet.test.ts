import { createRawSnippet, mount, tick, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import Sheet from "../src/lib/ui/Sheet.svelte";

function shown(open: boolean) {
  document.body.innerHTML = "";
  const onclose = vi.fn();
  const sheet = mount(Sheet, { target: document.body, props: { open, onclose, label: "A sheet", children: createRawSnippet(() => ({ render: () => "<p>Words</p>" })) } });
  return { onclose, dialog: document.querySelector("dialog")!, end: () => unmount(sheet) };
}

test("a sheet that is put away tells so", async () => {
  const { onclose, dialog, end } = shown(true);
  await tick();
  dialog.close();
  await vi.waitFor(() => expect(onclose).toHaveBeenCalledOnce());
  await end();
});

test("a close that the browser tells late does not close a sheet that is open again", async () => {
  const { onclose, dialog, end } = shown(true);
  await tick();
  expect(dialog.open).toBe(true);
  dialog.dispatchEvent(new Event("close"));
  expect(onclose).not.toHaveBeenCalled();
  expect(dialog.open).toBe(true);
  await end();
});
