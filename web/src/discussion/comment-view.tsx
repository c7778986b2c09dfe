import type { Comment } from "../../../src/wire/discussion.ts";
import { visible } from "../shell/visible.ts";
import { Written } from "./written.tsx";

export function CommentView({ comment }: { readonly comment: Comment }) {
  return (
    <article className="comment" aria-label={`Comment of ${visible(comment.author)}`}>
      <header>
        <strong>{visible(comment.author)}</strong>
        <When at={comment.createdAt} />
        {comment.isEdited && <span className="muted">edited</span>}
        {comment.isPending && (
          <span className="badge" title="Part of a review that is not sent yet">
            pending
          </span>
        )}
        <span className="spring" />
        {comment.url && (
          <a href={comment.url} target="_blank" rel="noreferrer noopener" className="muted">
            on the forge
          </a>
        )}
      </header>
      {comment.folded ? (
        <details>
          <summary className="muted">Folded on the forge as {visible(comment.folded)}</summary>
          <Written text={comment.body} />
        </details>
      ) : (
        <Written text={comment.body} />
      )}
    </article>
  );
}

/** A day, with the moment for who points at it. */
export function When({ at }: { readonly at: string | undefined }) {
  if (!at) return null;
  return (
    <time className="muted" dateTime={at} title={at}>
      {at.slice(0, 10)}
    </time>
  );
}
