import { Option } from "commander";

export function debugOption(): Option {
  return new Option("--debug", "print the stack of an error");
}
