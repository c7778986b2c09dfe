import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root: here,
  plugins: [react()],
  // The server answers any path of a review with the page, so every address must be absolute.
  base: "/",
  worker: { format: "es" },
  build: {
    outDir: fileURLToPath(new URL("../dist/web", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // `script-src 'self'` allows neither data addresses nor inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Only the grammars of highlighting are this large, and each is loaded when a file asks for it.
    chunkSizeWarningLimit: 900,
  },
});
