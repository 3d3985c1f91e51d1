import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { benchCategories, trainCategories } from "./categories/categories.ts";
import { generateMailbox } from "./generate.ts";
import { benchHttp } from "./http.ts";
import { benchImport } from "./import.ts";
import { benchScale } from "./scale.ts";
import { benchSearch } from "./search.ts";
import { benchSync } from "./sync.ts";

const USAGE = `Usage: npm run bench -- import|search|http|sync|scale|categories [file] [--count N]

  import   how fast a mail file becomes searchable, against mu and notmuch where they are installed
  search   how long searches take over HTTP on its mailbox
  http     how long requests take while it is imported
  sync     how fast it arrives by IMAP from a Dovecot of its own (listed, searchable), against mbsync, and
           mbsync followed by mu, where they are installed; npm test installs Dovecot. Then by the doubles of
           Gmail and Outlook: first page after the consent, requests and quota units per 1,000 messages

  scale    how many mailboxes workers on one PostgreSQL bring in per minute, how fairly, and at what cost:
           scale [--accounts N] [--count messages in each] [--workers 1,2,4] [--syncs side by side in each]

  categories  how well mail is put into categories, on senders that the model was not trained on, and how fast;
           with --train trains the model again instead

  [file]     mbox, mbox.gz, eml or Takeout; without it a mailbox of N messages (20000) is generated
`;

const MOST = 1_000_000;
const benches = { import: benchImport, search: benchSearch, http: benchHttp, sync: benchSync };

const { values, positionals } = parseArgs({
	options: {
		count: { type: "string" },
		accounts: { type: "string" },
		workers: { type: "string" },
		syncs: { type: "string" },
		train: { type: "boolean" },
	},
	allowPositionals: true,
});
const [name = "", file] = positionals;
const isScale = name === "scale";
const count = numberIn(values.count, isScale ? 20 : 20_000);
const accounts = numberIn(values.accounts, 100);
const syncs = numberIn(values.syncs, 4);
const workers = (values.workers ?? "1,2,4").split(",").map((text) => numberIn(text, 1));
const isCategories = name === "categories";
if (!isScale && !isCategories && !(name in benches)) refuse();
const scratch = await mkdtemp(join(tmpdir(), "mailstead-bench-"));
try {
	if (isCategories) {
		await (values.train === true ? trainCategories() : benchCategories());
	} else if (isScale) await benchScale({ accounts, messages: count, workers, syncs }, scratch);
	else {
		const path = file === undefined ? join(scratch, "generated.mbox") : resolve(file);
		if (file === undefined) {
			const bytes = await generateMailbox(path, count);
			console.log(`generated ${count} messages, ${Math.round(bytes / 1e6)} MB`);
		}
		await benches[name as keyof typeof benches](path, scratch);
	}
} finally {
	await rm(scratch, { recursive: true, force: true });
}

function numberIn(text: string | undefined, otherwise: number): number {
	const number = Number(text ?? otherwise);
	return Number.isInteger(number) && number >= 1 && number <= MOST ? number : refuse();
}

function refuse(): never {
	process.stderr.write(USAGE);
	process.exit(2);
}
