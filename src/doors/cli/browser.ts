import type { Surroundings } from "./surroundings.ts";

/** Opens an address, or says in one line that the user has to. Never throws: the address is printed anyway. */
export async function openInBrowser(around: Surroundings, url: string): Promise<void> {
  const cannot = (why: string) =>
    around.stderr.write(`No browser was opened (${why}). Open the address yourself.\n`);
  if (!hasScreen(around)) {
    cannot("there is no screen here");
    return;
  }
  try {
    const { default: open } = await import("open");
    const child = await open(url);
    child.once("error", (error) => cannot(error.message));
    child.once("exit", (code) => {
      if (code) cannot(`the browser's starter ended with ${code}`);
    });
    child.unref();
  } catch (error) {
    cannot(error instanceof Error ? error.message : String(error));
  }
}

/** Elsewhere than on Linux there is always one; in a Linux within Windows the one of Windows is used. */
function hasScreen({ environment }: Surroundings): boolean {
  if (process.platform !== "linux") return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY || environment.WSL_DISTRO_NAME);
}
