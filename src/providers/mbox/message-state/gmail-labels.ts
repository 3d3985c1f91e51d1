/**
 * Parses Google Takeout's `X-Gmail-Labels`: user labels mixed with Gmail's system labels, the latter in the language of the
 * account.
 */

import type { FolderRole, RemoteMessage } from "#server/mail/provider/provider.ts";
import { trimEndOf, trimStartOf } from "#shared/trim.ts";
import { decodeWords } from "./header.ts";

type SystemLabel =
	| "inbox"
	| "sent"
	| "drafts"
	| "spam"
	| "trash"
	| "archived"
	| "unread"
	| "opened"
	| "starred"
	| "important"
	| "chat";

/** English, German, French, Spanish, Italian, Portuguese, Dutch; without accents, lower case (see `plain`). */
const SYSTEM: Record<SystemLabel, string> = {
	inbox:
		"inbox|posteingang|boite de reception|recibidos|bandeja de entrada|posta in arrivo|caixa de entrada|recebidos|postvak in",
	sent: "sent|sent mail|sent items|sent messages|gesendet|gesendete objekte|gesendete elemente|envoye|envoyes|messages envoyes|elements envoyes|enviado|enviados|elementos enviados|inviati|inviata|posta inviata|enviada|enviadas|e-mails enviados|itens enviados|verzonden|verzonden berichten|verzonden items",
	drafts:
		"draft|drafts|entwurf|entwurfe|brouillon|brouillons|borrador|borradores|bozza|bozze|rascunho|rascunhos|concept|concepten",
	spam: "spam|junk|junk mail|junk e-mail|bulk mail|werbung und spam|courrier indesirable|correo no deseado|posta indesiderata|lixo eletronico|lixo eletrônico|ongewenste e-mail|ongewenst",
	trash:
		"trash|bin|deleted|deleted items|deleted messages|papierkorb|geloscht|geloschte elemente|corbeille|elements supprimes|papelera|eliminados|elementos eliminados|cestino|posta eliminata|lixeira|lixo|itens excluidos|prullenbak|verwijderde items",
	archived:
		"archived|archive|all mail|archiviert|archiv|alle nachrichten|archive|archives|messages archives|tous les messages|archivado|archivados|archivo|todos|archiviato|archiviati|archivio|tutti i messaggi|arquivado|arquivados|arquivada|arquivadas|arquivo|todos os e-mails|gearchiveerd|archief|alle e-mails",
	unread:
		"unread|ungelesen|non lu|non lus|no leido|no leidos|sin leer|da leggere|non letto|non letti|nao lido|nao lidos|nao lida|nao lidas|ongelezen",
	opened:
		"opened|read|geoffnet|gelesen|ouvert|ouverts|lu|lus|abierto|abiertos|leido|leidos|aperto|aperti|letto|letti|aberto|abertos|aberta|abertas|lido|lidos|geopend|gelezen",
	starred:
		"starred|flagged|markiert|suivi|suivis|messages suivis|favoris|destacado|destacados|speciale|speciali|aggiunto a speciali|com estrela|marcado com estrela|marcados com estrela|met ster",
	important: "important|wichtig|importants|importante|importantes|importanti|belangrijk",
	chat: "chat|chats",
};

const SYSTEM_BY_NAME = new Map<string, SystemLabel>(
	(Object.entries(SYSTEM) as [SystemLabel, string][]).flatMap(([label, names]) =>
		names.split("|").map((name): [string, SystemLabel] => [plain(name), label]),
	),
);

const CATEGORIES: Record<string, string> = {
	Promotions: "promotions|promotion|werbung|promociones|promozioni|promocoes|reclame|aanbiedingen|promoties",
	Social:
		"social|soziale netzwerke|soziale medien|reseaux sociaux|sociales|redes sociales|redes sociais|sociaal|sociale netwerken",
	Updates:
		"updates|benachrichtigungen|neuigkeiten|aktualisierungen|notifications|mises a jour|notificaciones|novedades|actualizaciones|aggiornamenti|atualizacoes|meldingen",
	Forums: "forums|foren|foros|forum|foruns",
	Personal:
		"personal|primary|personlich|allgemein|e-mails personnels|personnel|personnels|principale|principal|personale|pessoal|persoonlijk|primair",
	Purchases: "purchases|kaufe|achats|compras|acquisti|aankopen",
	Reservations: "reservations|reservierungen|reservas|prenotazioni|reserveringen",
	Travel: "travel|reisen|voyages|viajes|viaggi|viagens|reizen",
	Finance: "finance|finanzen|finances|finanzas|finanza|financas|financien",
};

const CATEGORY_BY_NAME = new Map(
	Object.entries(CATEGORIES).flatMap(([category, names]) =>
		names.split("|").map((name): [string, string] => [plain(name), category]),
	),
);

/** The product's categories; Gmail's other categories are only labels. */
const TABS = new Map<string, NonNullable<RemoteMessage["category"]>>([
	["Category Promotions", "promotions"],
	["Category Social", "social"],
	["Category Updates", "updates"],
	["Category Forums", "forums"],
	["Category Personal", "primary"],
]);

/** The Gmail category among labels returned by `readGmailLabels`. */
export function categoryIn(labels: readonly string[]): RemoteMessage["category"] {
	for (const label of labels) {
		const category = TABS.get(label);
		if (category !== undefined) return category;
	}
	return undefined;
}

const CATEGORY_PREFIX = /^(?:category|kategorie|categorie|categoria)\b/;
const QUOTES = " \"'«»“”„";

/** The name in `category "promotions"`, with any quotation marks; undefined when the label is no Gmail category. */
function categoryNamed(label: string): string | undefined {
	const prefix = CATEGORY_PREFIX.exec(label)?.[0];
	if (prefix === undefined) return undefined;
	return trimEndOf(trimStartOf(label.slice(prefix.length), `${QUOTES}:-`), QUOTES) || undefined;
}

/** Normalizes a name: lower case, without accents, non-breaking spaces as spaces. */
function plain(name: string): string {
	return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Far more than users have; limits hostile headers. */
const VALUE_LIMIT = 16 * 1024;
const LABEL_COUNT = 200;
const LABEL_LENGTH = 225;

/** Splits at commas outside quotes; a quote counts only at the start of a label. */
export function splitLabels(value: string): string[] {
	const labels: string[] = [];
	let rest = value.slice(0, VALUE_LIMIT).trim();
	while (rest !== "" && labels.length < LABEL_COUNT) {
		const quoted = /^"((?:[^"\\]|\\.|"")*)"\s*(?:,|$)/.exec(rest);
		const part = quoted ?? /^([^,]*)(?:,|$)/.exec(rest);
		const text = (part?.[1] ?? "").trim();
		const label = quoted ? text.replace(/\\(.)|"(")/g, "$1$2") : text;
		const clean = label
			.replace(/\p{Cc}+/gu, " ")
			.trim()
			.slice(0, LABEL_LENGTH)
			.toWellFormed();
		if (clean !== "") labels.push(clean);
		rest = rest.slice(part?.[0].length ?? rest.length).trim();
	}
	return labels;
}

/** The folder role of a file, folder or system label name, in any of the languages; else null. */
export function folderNamed(name: string): Exclude<FolderRole, "custom"> | null {
	const label = SYSTEM_BY_NAME.get(plain(name.slice(0, LABEL_LENGTH)));
	if (label === "archived") return "archive";
	return label === "inbox" || label === "sent" || label === "drafts" || label === "spam" || label === "trash"
		? label
		: null;
}

export interface GmailState {
	folder: Exclude<FolderRole, "custom">;
	read: boolean;
	starred: boolean;
	important: boolean;
	/** User labels, and Gmail's categories as `Category Promotions`, `Category Social` and so on. */
	labels: string[];
}

/** The folder of a message with several system labels: the first of these. */
const PRECEDENCE = ["trash", "spam", "drafts", "inbox", "sent"] as const;

/** @param value the field's value, one character per byte, still encoded */
export function readGmailLabels(value: string): GmailState {
	const system = new Set<SystemLabel>();
	const labels = new Set<string>();
	for (const label of splitLabels(decodeWords(value))) {
		const name = plain(label);
		const known = SYSTEM_BY_NAME.get(name);
		const category = categoryNamed(name);
		if (known) system.add(known);
		else if (category) labels.add(`Category ${CATEGORY_BY_NAME.get(category) ?? category}`);
		else labels.add(label.normalize("NFC"));
	}
	const folder = PRECEDENCE.find((role) => system.has(role)) ?? "archive";
	if (system.has("chat")) labels.add("Chat");
	return {
		folder,
		read: !system.has("unread"),
		starred: system.has("starred"),
		important: system.has("important"),
		labels: [...labels],
	};
}
