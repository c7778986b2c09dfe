/** The shape of a page while it is on its way. It shows itself only when that takes a moment. */
export function Skeleton() {
  return (
    <main className="stage skeleton" id="stage" aria-busy="true">
      <p className="sr" role="status">
        Reading the page…
      </p>
      <span className="bone" style={{ width: "22%" }} />
      <span className="bone tall" style={{ width: "38%" }} />
      <span className="bone" style={{ width: "60%" }} />
      <span className="bone block" />
    </main>
  );
}
