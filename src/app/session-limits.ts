/*
 * How much of a change one answer may hold, with the reason for each number. An answer is at most 200 kB
 * compressed, and text that does not compress at all must still fit.
 */

/** Lines of a hunk that come with its page: about eight screens; the rest is read in windows. */
export const PAGE_HUNK_LINES = 400;
/** Lines of all hunks of a page together. */
export const PAGE_LINES = 1_500;
/** Commits of the overview: their ids and subjects hardly compress, and nobody reads more of them there. */
export const SHOWN_COMMITS = 200;
/**
 * Titles, paths and hashes of pages without a change that come with the overview: some 900 pages. Beyond
 * that they would make most of it, and they can be had core by core.
 */
export const OUTLINE_CONTEXT_BYTES = 40_000;
/** Bytes of text of all lines of one answer: random text compresses to about seven eighths of itself. */
export const ANSWER_TEXT_BYTES = 150_000;
/** A longer line is shortened: nobody reads on past it, and colouring it would block the page. */
export const SHOWN_LINE_LENGTH = 2_000;
/** A part of a long line that is asked for by itself. */
export const LINE_PART_LENGTH = 50_000;
/** Lines of one window of a hunk or file. */
export const WINDOW_LINES = 1_000;
/** Hits of one answer to a search; `total` counts all. */
export const SEARCH_HITS = 100;
/** Characters of a search; longer ones are refused. */
export const SEARCH_LENGTH = 500;
/** Characters of the text around a hit. */
export const HIT_TEXT_LENGTH = 200;
/** An image larger than this is not shown. */
export const RAW_BYTES = 10 * 1024 * 1024;
/** A file whose lines are asked for; as everywhere, larger ones are not read as text. */
export const LINES_FILE_BYTES = 64 * 1024 * 1024;
/** How often the head is looked at while a page is open. */
export const HEAD_CHECK_MS = 3_000;
/** How long closing waits for work that was told to stop. */
export const CLOSE_MS = 2_000;
/** Progress is told no oftener than this: nobody sees more. */
export const PROGRESS_MS = 100;
