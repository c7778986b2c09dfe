import ReactMarkdown, { type Components, defaultUrlTransform } from "react-markdown";
import remarkGfm from "remark-gfm";
import { visibleText } from "../shell/visible.ts";

/** Longer texts are shown as they are written: making them up would hold the page. */
const MOST_MADE_UP = 100_000;

/**
 * What people wrote, as Markdown. No HTML of it is made, nothing is loaded: pictures are links that say so, and a link
 * shows where it leads. Loaded when the first text is shown.
 */
export function Markdown({ text }: { readonly text: string }) {
  if (text.length > MOST_MADE_UP) return <pre className="written">{visibleText(text)}</pre>;
  return (
    <div className="markdown">
      <ReactMarkdown
        remarkPlugins={plugins}
        components={components}
        urlTransform={onlyWeb}
        disallowedElements={inputs}
        unwrapDisallowed
      >
        {visibleText(withoutComments(text))}
      </ReactMarkdown>
    </div>
  );
}

const plugins = [remarkGfm];
const inputs = ["iframe", "script", "style"];

const components: Components = {
  img: ({ alt, src }) => (
    <span className="picture">
      picture{alt ? `: ${alt}` : ""}
      {typeof src === "string" && isWeb(src) && (
        <>
          {" "}
          <a href={src} target="_blank" rel="noreferrer noopener" title={src}>
            ({hostOf(src)}, not loaded)
          </a>
        </>
      )}
    </span>
  ),
  a: ({ children, href }) =>
    href !== undefined && isWeb(href) ? (
      <a href={href} target="_blank" rel="noreferrer noopener" title={href}>
        {children}
      </a>
    ) : (
      <span title={href}>{children}</span>
    ),
  // A heading of a comment is no heading of the page.
  h1: ({ children }) => <p className="heading">{children}</p>,
  h2: ({ children }) => <p className="heading">{children}</p>,
  h3: ({ children }) => <p className="heading">{children}</p>,
  h4: ({ children }) => <p className="heading">{children}</p>,
  h5: ({ children }) => <p className="heading">{children}</p>,
  h6: ({ children }) => <p className="heading">{children}</p>,
  input: ({ checked }) => <span className="tick-box">{checked ? "[x]" : "[ ]"}</span>,
  table: ({ children }) => (
    <div className="table-frame">
      <table>{children}</table>
    </div>
  ),
};

/** Addresses relative to the forge lead nowhere here. */
function onlyWeb(url: string): string {
  return isWeb(url) ? defaultUrlTransform(url) : "";
}

function isWeb(url: string): boolean {
  return /^(https?|mailto):/i.test(url);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "elsewhere";
}

/** The forge does not show them either. Outside of code alone: there they are what was meant. */
function withoutComments(text: string): string {
  return text
    .split(/(^(?:```|~~~)[\s\S]*?^(?:```|~~~)[ \t]*$|`[^`\n]*`)/m)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replace(/<!--[\s\S]*?-->/g, "")))
    .join("");
}
