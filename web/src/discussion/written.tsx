import { Component, lazy, type ReactNode, Suspense } from "react";
import { visibleText } from "../shell/visible.ts";

const Markdown = lazy(async () => ({ default: (await import("./markdown.tsx")).Markdown }));

/** What somebody wrote: as plain text until what makes Markdown of it is loaded, and where it fails. */
export function Written({ text }: { readonly text: string }) {
  const plain = <pre className="written">{visibleText(text)}</pre>;
  return (
    <Safely otherwise={plain} key={text}>
      <Suspense fallback={plain}>
        <Markdown text={text} />
      </Suspense>
    </Safely>
  );
}

interface SafelyProps {
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** A text that its maker stumbles over must not take the page with it. */
class Safely extends Component<SafelyProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
