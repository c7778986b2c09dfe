import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readToken } from "./address/route.ts";
import { App } from "./app.tsx";
import { openSession } from "./review-session.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/pages.css";
import "./style/diff.css";
import "./style/print.css";

const session = openSession(window, takeToken(window));
const root = document.getElementById("page");
if (!root) throw new Error("The page has an element to be drawn in.");
createRoot(root).render(
  <StrictMode>
    <App session={session} />
  </StrictMode>,
);

/**
 * The token comes in the fragment, which no server sees, and is kept for this tab alone: cookies and local
 * storage would be shared between the ports of a machine.
 */
function takeToken({ location, history, sessionStorage }: Window): string {
  const token = readToken(location.hash);
  if (token) {
    sessionStorage.setItem("headwater-token", token);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return token ?? sessionStorage.getItem("headwater-token") ?? "";
}
