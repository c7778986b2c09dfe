import { readSourcesForProcess } from "../../app/source-worker.ts";

// Without an `await`, since the bundle of what a thread runs is no module. A failure ends the thread with an error.
void readSourcesForProcess();
