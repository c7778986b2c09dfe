import { Fragment, useLayoutEffect, useRef } from "react";
import { keySheet } from "../keys/key-table.ts";
import { Icon } from "./icon.tsx";

/** The list of keys. The browser's own dialog keeps the focus inside and gives it back. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it still stands in the page: one that is gone gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // A press beside the sheet closes it; with the keyboard escape and `?` do.
    <dialog
      className="key-sheet"
      ref={dialog}
      aria-label="Keys"
      // The event comes late: when it does, the sheet may have been opened again.
      onClose={() => dialog.current?.open || onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => {
        // While the sheet is open no key acts on the page behind it.
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        if (event.key === "?" || event.key === "Escape") onClose();
      }}
    >
      <header>
        <h2>Keys</h2>
        <button type="button" className="plain icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="key-groups">
        {keySheet.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.rows.map((row) => (
                <Fragment key={row.what}>
                  <dt>
                    {row.keys.map((keys) => (
                      <KeyCombination key={keys} keys={keys} />
                    ))}
                  </dt>
                  <dd>{row.what}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="muted">Keys never act while you type. Everything they do is also a button or a link.</p>
    </dialog>
  );
}

function KeyCombination({ keys }: { readonly keys: string }) {
  return (
    <span className="keys">
      {keys.split(" ").map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
