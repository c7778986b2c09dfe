import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readPass, readToken } from "./address/route.ts";
import { App } from "./app.tsx";
import { openSession } from "./review-session.ts";
import { takeTokenFor } from "./server/token.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/pages.css";
import "./style/diff.css";
import "./style/discussion.css";
import "./style/print.css";

const { token, isNew } = await takeToken(window);
const session = openSession(window, token, isNew);
const root = document.getElementById("page");
if (!root) throw new Error("The page has an element to be drawn in.");
createRoot(root).render(
  <StrictMode>
    <App session={session} />
  </StrictMode>,
);

interface Taken {
  readonly token: string;
  /** It came with the address, and not from an earlier page of this tab. */
  readonly isNew: boolean;
}

/**
 * The token comes in the fragment, which no server sees, and is kept for this tab alone: cookies and local
 * storage would be shared between the ports of a machine. Where the address stood on a command line it has a
 * pass instead, which is worth a token once.
 */
async function takeToken({ location, history, sessionStorage }: Window): Promise<Taken> {
  const pass = readPass(location.hash);
  const token = pass === undefined ? readToken(location.hash) : await takeTokenFor(pass);
  if (token) sessionStorage.setItem("headwater-token", token);
  if (token || pass) history.replaceState(history.state, "", location.pathname + location.search);
  return token
    ? { token, isNew: true }
    : { token: sessionStorage.getItem("headwater-token") ?? "", isNew: false };
}
