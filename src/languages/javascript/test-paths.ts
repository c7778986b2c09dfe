/** Folders of tests, as the test runners and their users call them. */
const testFolder = /(^|\/)(__tests__|__mocks__|__fixtures__|tests?|[\w.-]*-tests?|specs?|e2e|cypress)\//i;
const testFile = /(^|\/)([^/]*[._-](test|tests|spec|specs|e2e|cy|test-d)|tests?)\.[cm]?[jt]sx?$/i;

export function isTestPath(path: string): boolean {
  return testFolder.test(path) || testFile.test(path);
}
