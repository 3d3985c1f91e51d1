import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { benchArriving } from "./arriving.ts";
import { benchAssistant } from "./assistant/assistant.ts";
import { benchCategories, trainCategories } from "./categories/categories.ts";
import { benchCleaning } from "./cleaning.ts";
import { benchFigures } from "./figures.ts";
import { benchFirstCleanup } from "./first-cleanup.ts";
import { generateMailbox } from "./generate.ts";
import { benchHttp } from "./http.ts";
import { benchImport } from "./import.ts";
import { benchReading } from "./reading/reading.ts";
import { benchScale } from "./scale.ts";
import { benchScrolling } from "./scrolling.ts";
import { benchSearch } from "./search.ts";
import { benchSearchPeople } from "./search-people.ts";
import { benchSend } from "./send/send.ts";
import { benchSummaries } from "./summaries/summaries.ts";
import { benchSync } from "./sync.ts";
import { benchValidate } from "./validate/validate.ts";

const USAGE = `Usage: npm run bench -- import|search|search-people|http|arriving|sync|scale|categories|cleaning|figures|first-cleanup|scrolling|reading|summaries|assistant|validate|send [file] [--count N]

  import   how fast a mail file becomes searchable, against mu and notmuch where they are installed
  search   how long searches take over HTTP on its mailbox
  search-people  how long they take when many people search at the same time, each in a mailbox of their own, on the
           embedded database and on PostgreSQL where it is installed: search-people [--people 20] [--count messages of
           all together, 200000]
  http     how long requests take while it is imported, and while somebody else imports and opens hostile mail
  arriving how long requests of 20 readers take while new mail is synced one message at a time, with a large
           mailbox in the same embedded database: arriving [--count messages, 200000]
  sync     how fast it arrives by IMAP from a Dovecot of its own (listed, searchable), against mbsync, and
           mbsync followed by mu, where they are installed; npm test installs Dovecot. Then from emulators of
           Gmail and Outlook: first page after the consent, requests and quota units per 1,000 messages

  scale    how many mailboxes workers on one PostgreSQL bring in per minute, how fairly, and at what cost:
           scale [--accounts N] [--count messages in each] [--workers 1,2,4] [--syncs side by side in each]

  categories  how well mail is put into categories, on senders that the model was not trained on, and how fast;
           with --train trains the model again instead

  cleaning  how long the cleaning tools take on ten years of mail: cleaning [--count messages, 200000]

  figures  how long the dashboard and the activity score take on ten years of mail, on the embedded database and
           on PostgreSQL where it is installed: figures [--count messages, 200000]

  first-cleanup  clicks and seconds from the landing page to the first cleanup of a new user in Chromium, with the demo
           mailbox and with a mail file of 200 messages

  scrolling  how long frames take in Chromium while a folder with two fifths of the messages is scrolled, from its top and
           with all of it loaded, and keys while a search is typed: scrolling [--count messages, 240000]

  reading  how well promotions, lists, warnings, quotes, signatures, threads and MIME are read, on public test
           mail (../shared/corpora)

  summaries  how well summaries without a language model keep the main sentence, what is asked and until when, on sixty
           messages that were annotated by reading: twenty of ours, forty of ../shared/corpora

  assistant  how well suggested replies and drafts without a language model say what they should and nothing else, on mail and
           briefs annotated by somebody who had not seen the rules; replies are judged by a person (verdicts.json);
           and how many questions about a mailbox are answered, and how many wrongly, in four languages

  validate  how fast 10,000 addresses of 3,000 domains are validated by a DNS server of its own, with 0 and 30 ms latency,
           against dnsperf where it is installed, and the memory that a long file takes: validate [--count rows, 1000000]

  send     how many messages of a campaign are handed over and sent per second, each once, on the embedded database and on
           PostgreSQL where it is installed, against smtp-source (Debian package postfix) on the same SMTP server; and what a run
           of a campaign takes with 10,000 and 1,000,000 waiting recipients: send [--count messages, 400]

  [file]     mbox, mbox.gz, eml or Takeout; without it a mailbox of N messages (20000) is generated
`;

const MAX_SHOWN = 1_000_000;
const benches = { import: benchImport, search: benchSearch, http: benchHttp, sync: benchSync };

const { values, positionals } = parseArgs({
	options: {
		count: { type: "string" },
		accounts: { type: "string" },
		workers: { type: "string" },
		syncs: { type: "string" },
		people: { type: "string" },
		train: { type: "boolean" },
	},
	allowPositionals: true,
});
const [name = "", file] = positionals;
const count = (otherwise: number): number => numberIn(values.count, otherwise);
const accounts = numberIn(values.accounts, 100);
const syncs = numberIn(values.syncs, 4);
const workers = (values.workers ?? "1,2,4").split(",").map((text) => numberIn(text, 1));
/** Benchmarks that need no mail file. */
const others: Record<string, (scratch: string) => Promise<void>> = {
	scale: (folder) => benchScale({ accounts, messages: count(20), workers, syncs }, folder),
	categories: () => (values.train === true ? trainCategories() : benchCategories()),
	arriving: (folder) => benchArriving(count(200_000), folder),
	reading: () => benchReading(),
	summaries: () => benchSummaries(),
	assistant: () => benchAssistant(),
	validate: (folder) => benchValidate(folder, count(1_000_000)),
	"search-people": (folder) => benchSearchPeople(numberIn(values.people, 20), count(200_000), folder),
	cleaning: (folder) => benchCleaning(count(200_000), folder),
	figures: (folder) => benchFigures(count(200_000), folder),
	scrolling: (folder) => benchScrolling(count(240_000), folder),
	"first-cleanup": (folder) => benchFirstCleanup(folder),
	send: (folder) => benchSend(count(400), folder),
};
if (!Object.hasOwn(others, name) && !Object.hasOwn(benches, name)) refuse();
const scratch = await mkdtemp(join(tmpdir(), "mailstead-bench-"));
try {
	await (others[name] ?? withFile)(scratch);
} finally {
	await rm(scratch, { recursive: true, force: true });
}

async function withFile(folder: string): Promise<void> {
	const path = file === undefined ? join(folder, "generated.mbox") : resolve(file);
	if (file === undefined) {
		const messages = count(20_000);
		const bytes = await generateMailbox(path, messages);
		console.log(`generated ${messages} messages, ${Math.round(bytes / 1e6)} MB`);
	}
	await benches[name as keyof typeof benches](path, folder);
}

function numberIn(text: string | undefined, otherwise: number): number {
	const number = Number(text ?? otherwise);
	return Number.isInteger(number) && number >= 1 && number <= MAX_SHOWN ? number : refuse();
}

function refuse(): never {
	process.stderr.write(USAGE);
	process.exit(2);
}
