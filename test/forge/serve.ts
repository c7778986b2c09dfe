// A small GitHub to try things with by hand: npx tsx test/forge/serve.ts [port]
import { addDemo } from "./demo.ts";
import { startForge } from "./forge.ts";

const port = process.argv[2];
const forge = await startForge(port === undefined ? {} : { port: Number(port) });
const pull = await addDemo(forge);
console.log(`pull request  ${forge.url}/${pull.repository.fullName}/pull/${pull.number}`);
console.log(`API           ${forge.apiUrl} and ${forge.graphqlUrl}`);
console.log(`clone         ${forge.url}/${pull.repository.fullName}.git`);
console.log(
  `try           GH_HOST=${forge.host} GITHUB_TOKEN=… headwater ${forge.url}/${pull.repository.fullName}/pull/${pull.number}`,
);
for (const login of ["reviewer", "author", "other"]) {
  console.log(`token         ${login}: ${forge.user(login).token}`);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void forge.close().finally(() => process.exit()));
}
