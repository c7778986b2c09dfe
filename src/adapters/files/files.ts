/** Files of a folder, as they are on disk. */
export { folderFiles } from "./folder-files.ts";
export { lookAt } from "./look-at.ts";
export { readRegularFile } from "./read-file.ts";
