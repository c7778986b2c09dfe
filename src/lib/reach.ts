/** `headwater/reach`: whether code that runs reaches a symbol of a project graph. */
export * from "../engine/reach/reach.ts";
