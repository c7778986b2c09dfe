import { useEffect, useRef } from "react";
import type { Page } from "../../../src/wire/api.ts";
import { BandsPicture } from "../bands/bands-picture.tsx";
import { useLink, useOutline } from "../session-context.ts";
import { visible } from "../shell/visible.ts";
import { bandNames, numeral } from "../shell/words.ts";
import { DiffTools } from "./diff-tools.tsx";

/** Top of a placement page: where am I, why am I here, how does it hang together. */
export function PlacementHead({ page }: { readonly page: Page }) {
  const outline = useOutline();
  const { placement, node } = page;
  const place = outline.placements.get(placement.id);
  const first = page.picture.find((each) => each.band === "core") ?? page.picture[0];
  const core = useLink({ kind: "page", placement: first?.id ?? placement.id });
  return (
    <header className="page-head">
      <div className="page-line">
        <p className="crumbs">
          {place && (
            <a {...core} title={visible(page.core.title)}>
              Core {numeral(place.coreIndex + 1)} of {numeral(outline.overview.cores.length)}
            </a>
          )}
          <span aria-hidden="true">›</span>
          <span>{bandNames[placement.band]}</span>
          {placement.risk && placement.risk !== "low" && (
            <span className="badge">{placement.risk === "high" ? "high risk" : "some risk"}</span>
          )}
          {node.byText && (
            <span
              className="badge"
              title="The language of this file is not read, or the file did not parse: what hangs together was found by searching for names."
            >
              found by text search
            </span>
          )}
        </p>
        <DiffTools />
      </div>
      <PageTitle name={placement.title} kind={node.kind === "change" ? node.symbolKind : ""} />
      <p className="why">{visible(placement.why)}</p>
      {placement.band === "core" && page.core.hook && <p className="hook">{visible(page.core.hook)}</p>}
      <ParseProblem path={node.path} />
      {placement.repeatOf && <RepeatNote id={placement.repeatOf} title={placement.title} />}
      <BandsPicture page={page} />
    </header>
  );
}

/** Takes the focus when the page opens, so that a screen reader begins here. */
export function PageTitle({ name, kind }: { readonly name: string; readonly kind?: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isTyping = focused instanceof HTMLInputElement;
    // The reader's line takes the focus itself when the address names one.
    const isInStage = focused?.closest(".stage") != null;
    if (!isTyping && !isInStage) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={title} tabIndex={-1}>
      {visible(name)}
      {kind && <span className="kind">{kind}</span>}
    </h1>
  );
}

/** A file that was reviewed as text says so where it is read. */
export function ParseProblem({ path }: { readonly path: string }) {
  const { problems } = useOutline().overview;
  const problem = problems.find((each) => each.path === path);
  if (!problem) return null;
  return (
    <p className="page-note">
      This file was read as text, not by its syntax ({problem.kind}
      {problem.detail && `: ${problem.detail}`}). What hangs together with it may be incomplete.
    </p>
  );
}

function RepeatNote({ id, title }: { readonly id: string; readonly title: string }) {
  const outline = useOutline();
  const place = outline.placements.get(id);
  const link = useLink({ kind: "page", placement: id });
  return (
    <p className="page-note">
      You meet this again: its own page is{" "}
      <a {...link}>{place ? `core ${place.coreIndex + 1}, ${visible(title)}` : id}</a>. A mark here is a mark
      there.
    </p>
  );
}
