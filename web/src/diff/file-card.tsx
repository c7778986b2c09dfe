import { useEffect, useState } from "react";
import type { FileHead, HunkHead } from "../../../src/wire/api.ts";
import { useSession } from "../session-context.ts";
import { visible } from "../shell/visible.ts";

const imageNames = /\.(png|jpe?g|gif|webp|svg)$/i;

/** What a file's lines alone do not tell: images, other binary files, modes, moves, submodules, pointers. */
export function FileCard({ head, file }: { readonly head: HunkHead; readonly file: FileHead }) {
  return (
    <div className="card">
      <p>{describe(head, file)}</p>
      {file.binary && imageNames.test(file.path) && <Images file={file} />}
    </div>
  );
}

function describe(head: HunkHead, file: FileHead): string {
  const oldPath = file.oldPath ?? file.path;
  if (file.newMode === "160000" || file.oldMode === "160000") {
    return "A submodule: the lines below name the commit that it points to. What changed in it is not part of this review.";
  }
  if (head.noise === "lfs pointer") {
    return "A pointer to a large file (Git LFS): the lines below name its content, which is stored elsewhere.";
  }
  if (file.status === "typechange") {
    return `The file became another type: ${typeOf(file.oldMode)} before, ${typeOf(file.newMode)} now.`;
  }
  if (file.binary) {
    const verb =
      file.status === "added" ? "was added" : file.status === "deleted" ? "was deleted" : "changed";
    return `A binary file ${verb}. It has no lines to show.`;
  }
  if (head.noise === "mode change")
    return `Only the mode changed: ${file.oldMode} before, ${file.newMode} now.`;
  if (head.noise === "renamed") return `Only the name changed: it was ${visible(oldPath)}.`;
  if (head.noise === "empty file") {
    return file.status === "deleted" ? "An empty file was deleted." : "The file is empty.";
  }
  if (head.noise === "unchanged") return "The file is listed as changed, but its content is the same.";
  return "There are no lines to show.";
}

function typeOf(mode: string | undefined): string {
  if (mode === "120000") return "a symbolic link";
  if (mode === "160000") return "a submodule";
  return "a regular file";
}

function Images({ file }: { readonly file: FileHead }) {
  return (
    <div className="images">
      {file.status !== "added" && <ImageSide path={file.oldPath ?? file.path} side="old" name="Before" />}
      {file.status !== "deleted" && <ImageSide path={file.path} side="new" name="After" />}
    </div>
  );
}

interface ImageSideProps {
  readonly path: string;
  readonly side: "old" | "new";
  readonly name: string;
}

/** An `<img>` cannot send the token, so the bytes are fetched and shown from memory. */
function ImageSide({ path, side, name }: ImageSideProps) {
  const { api } = useSession();
  const [address, setAddress] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [size, setSize] = useState("");
  useEffect(() => {
    const aborter = new AbortController();
    let made: string | undefined;
    api.raw(path, side, aborter.signal).then(
      (blob) => {
        if (aborter.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      (error: unknown) => {
        if (!aborter.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      aborter.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [api, path, side]);
  return (
    <figure data-side={side}>
      <div className="image-frame">
        {address && !failure && (
          <img
            src={address}
            alt={`${path}, ${name.toLowerCase()}`}
            onLoad={({ currentTarget: image }) => setSize(`${image.naturalWidth} × ${image.naturalHeight}`)}
            onError={() => setFailure("The browser cannot show this image.")}
          />
        )}
        {failure && <p>{failure}</p>}
      </div>
      <figcaption>
        {name} <span className="muted">{size}</span>
      </figcaption>
    </figure>
  );
}
