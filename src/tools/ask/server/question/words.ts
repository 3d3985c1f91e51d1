import type { Language } from "#kernel/summaries.ts";

/** Words of questions, by language. Those that two languages share are in both. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that say nothing about what is sought: articles, pronouns, auxiliary verbs, and what every question has. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
	en: words(
		"one two three four five six seven eight nine ten altogether overall take takes taking taken place happening held there's want wants wanted try tries trying later earlier again according exactly currently right now do you know remind reminder a an the and or of to in on at for from by with about as is are was were be been being am do does did done has have had having i me my mine we us our you your he she it its they them their this that these those there here what which who whom whose when where why how much many long often any some all every each most more than then if so not no yes can could should would will shall may might must please show find list give tell get got see look need want know say said says saying write wrote written send sent receive received mention mentioned talk talked ask asked reply replied answer answered email emails e-mail e-mails mail mails message messages inbox mailbox thread threads conversation conversations sender subject regarding concerning last latest recent recently new newest old oldest first next still ever already just also too only both between into over under above below up down out off after before since until during within because while cost costs total amount price due happen happened again let anything something someone anyone everything one ones",
	),
	de: words(
		"bis zwei drei vier fünf sechs sieben acht neun zehn insgesamt beim ins aufs lautet lauten findet finden statt wieder wieviel gibt geht gehen soll sollen sollte sollten muss müssen musste mussten möchte möchten will wollen wollte genau eigentlich jetzt nochmal denn bitte hoch kostet kosten weiß wissen macht machen gesagt der die das den dem des ein eine einen einem einer eines und oder von vom zu zum zur in im am an auf für mit über unter bei aus nach vor seit als ist sind war waren sein bin bist hat habe haben hatte hatten wird werden wurde wurden ich mir mich mein meine meinen meinem meiner wir uns unser unsere du dir dich dein deine sie ihr ihre ihren er es sich dies diese dieser dieses diesen was welche welcher welches welchen wer wen wem wessen wann wo warum wieso wie viel viele lange oft alle alles jede jeder jedes mehr als dann wenn nicht kein keine keinen ja kann könnte soll sollte muss bitte zeig zeige finde suche such liste gib sag nenne brauche will wissen sagen sagt sagte schreiben schrieb geschrieben schreibt schicken schickte geschickt gesendet senden sendete erhalten bekommen bekam erwähnt gefragt geantwortet e-mail e-mails email emails mail mails nachricht nachrichten posteingang postfach betreff absender letzte letzten letzter neue neuen neueste alte noch schon auch nur kostet kosten gesamt betrag preis fällig mal worüber wovon womit dass ob denn es gibt gab",
	),
	fr: words(
		"deux trois quatre cinq six sept huit neuf dix ensemble jusqu'au jusqu'à lieu faire fait font aura auront sera seront va vont vais veut veulent peuvent doivent devait avant après chaque celui celle exactement maintenant coûtent élève quelqu'un le la les l un une des du de d et ou à au aux en dans sur pour par avec sans sous chez est sont était étaient être suis a ai as ont avait avoir avez avons je j me m moi mon ma mes nous notre nos tu te toi ton ta tes vous votre vos il elle ils elles on se s son sa ses leur leurs ce cet cette ces ceci cela ça que qu qui quoi quel quelle quels quelles quand où pourquoi comment combien temps tout tous toute toutes plus moins alors si ne n pas non oui peut peux pouvez doit dois faut svp montre montrez trouve trouvez trouver cherche liste donne donnez dis dites veux savoir dit disait écrit écrire envoyé envoyée envoyés envoyer reçu reçue reçus recevoir mentionné demandé répondu e-mail e-mails email emails mail mails courriel courriels message messages boîte réception objet dernier dernière derniers dernières nouveau nouveaux récent récents ancien encore déjà aussi seulement entre coûte coût total montant prix y t est-ce parle",
	),
	es: words(
		"dos tres cuatro cinco seis siete ocho nueve diez hasta tiene tienen lugar hacer hace hacen será serán va van voy quiere quieren pueden deben tengo tenemos cuestan exactamente ahora antes después el la los las un una unos unas y o u de del al a en con sin por para sobre bajo entre es son era eran fue fueron ser estar está están estaba he ha han has había haber yo me mi mis mí nosotros nos nuestro nuestra tú te tu tus usted ustedes su sus él ella ellos ellas se lo le les esto este esta estos estas eso ese esa qué que cuál cuáles quién quiénes cuándo cuando dónde por cómo cómo cuánto cuánta cuántos cuántas tiempo todo todos toda todas más menos entonces si sí no puede puedo puedes debe debo muestra muéstrame mostrar encuentra encontrar busca buscar lista dame dime quiero saber dijo dice decir escribió escrito escribir envió enviado enviados enviar envié mandó recibí recibido recibidos recibió mencionó preguntó respondió respondido correo correos e-mail email emails mail mensaje mensajes bandeja entrada asunto último última últimos últimas nuevo nuevos reciente recientes antiguo todavía ya también solo cuesta coste costo total importe precio hay",
	),
};

/** Words that show the language of a question, which is too short for frequencies. */
const MARKERS: Readonly<Record<Language, ReadonlySet<string>>> = {
	en: words(
		"what when who which how where did does the from with my show find have much many any emails about last is are was",
	),
	de: words(
		"was wann wer welche welcher wie wo hat habe haben der die das von vom mit mein meine zeig zeige finde ist und über viel viele letzte letzten letzte alle nachrichten nicht",
	),
	fr: words(
		"que quand qui quel quelle quels quelles combien où le les du des avec mon mes montre trouve est-ce et dernière dernier tous ai pas sur dans cette ce depuis facture",
	),
	es: words(
		"qué cuándo quién cuál cuáles cuánto cuántos dónde el los del con mis muestra busca encuentra y última último pasado pasada todos he sin correos este desde en",
	),
};

/** The language of a question; English when nothing shows another. */
export function languageOfQuestion(question: string): Language {
	const found = question.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
	const counts = (Object.keys(MARKERS) as Language[]).map((language) => ({
		language,
		count: found.filter((word) => MARKERS[language].has(word)).length,
	}));
	const [best] = counts.toSorted((a, b) => b.count - a.count);
	return best === undefined || best.count === 0 ? "en" : best.language;
}

/** Words before a person who wrote, who was written to, or either. */
export const PEOPLE: Readonly<Record<Language, { from: string; to: string; either: string }>> = {
	en: { from: "from|by|sent by|written by|did|has|does", to: "to", either: "with" },
	de: { from: "von|vom|hat|durch", to: "an", either: "mit" },
	fr: { from: "de|du|d'|par|a-t-", to: "à|au", either: "avec" },
	es: { from: "de|del|por", to: "a|al", either: "con" },
};

/** A word of a question that says what it is about. */
interface ContentWord {
	/** In lower case, without "'s" and "l'". */
	word: string;
	/** As it is written. */
	raw: string;
	/** In the question. */
	index: number;
}

/** The words of a question that say what it is about. */
export function contentWords(text: string, language: Language): ContentWord[] {
	const found = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}+#%'-]*(?:[.,:/]\p{N}+)*/gu)];
	return found
		.map(({ 0: raw, index }) => ({ raw, index, word: plainWord(raw.toLowerCase()) }))
		.filter(({ word }) => word.length > 1 && !STOP_WORDS[language].has(word));
}

const plainWord = (word: string): string =>
	word
		.replace(/'s$/, "")
		.replace(/^(?:l|d|qu|j|n|s|m|t|c)'/, "")
		// "Seront-ils", "a-t-elle"
		.replace(/-(?:t-)?(?:ils?|elles?|on|je|tu|nous|vous|ce|moi|lui|leur)$/, "");

/** Plural endings: words are found by their beginning. */
export function stemOf(word: string, language: Language): string {
	const least = 4;
	const cut = (pattern: RegExp, by = ""): string => {
		const stem = word.replace(pattern, by);
		return stem.length >= least ? stem : word;
	};
	if (/\d/.test(word)) return word;
	if (language === "en") return word.endsWith("ies") ? cut(/ies$/) : cut(/(?<![su])s$/);
	if (language === "de") return cut(/(?:en|e|er|n|s)$/);
	return cut(/(?:es|s|x)$/);
}
