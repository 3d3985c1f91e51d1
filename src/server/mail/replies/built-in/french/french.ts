import type { Rules } from "../rules.ts";
import { meetingAnswers, questionAnswers } from "./questions.ts";
import { taskAnswers } from "./tasks.ts";

const FILE =
	/^(?:(?:vous trouverez|tu trouveras|veuillez trouver) (?:ci-joint|en pièce jointe)|(?:je|nous) (?:vous|te) (?:joins|joignons|adresse|adressons)(?: ci-joint| en pièce jointe)?|voici|ci-joint) ((?:notre|le|la|les|nos) [\p{L}'-]{3,30}(?: n° ?[\d-]+)?|l'[\p{L}-]{3,30})/iu;
const INTRODUCED = /(?:mettre en (?:contact|relation)|(?:te|vous) présenter? \p{Lu})/iu;

function news(sentences: readonly string[], { hasFiles }: { hasFiles: boolean }): readonly string[] {
	const plain = sentences.map((one) => one.replaceAll("’", "'"));
	if (plain.some((one) => INTRODUCED.test(one))) return ["Merci pour la mise en relation."];
	const file = plain.map((one) => FILE.exec(one)?.[1]).find((one) => one !== undefined);
	if (file === undefined || !hasFiles) return [];
	const named = file.replace(/^notre /i, "votre ").replace(/^nos /i, "vos ");
	return [`Merci pour ${named}. Je regarde cela et je réponds rapidement.`, `Merci pour ${named}.`];
}

export const french: Rules = {
	greeting: (name) => (name === null ? "Bonjour," : `Bonjour ${name.first},`),
	close: (tone) => (tone === "professional" ? "Cordialement" : "Bien à vous"),
	answers(ask, address) {
		const readers = [meetingAnswers, questionAnswers, taskAnswers];
		const plain = ask.replaceAll("’", "'").replaceAll(/[\u00a0\u202f]/g, " ");
		return readers.map((read) => read(plain, address)).find((found) => found.length > 0) ?? [];
	},
	meets: meetingAnswers,
	toReader: /(?<!\p{L})(?:vous|votre|vos|tu|te|toi|ton|ta|tes|merci de|veuillez)(?!\p{L})/iu,
	onlyUrges:
		/^(?:(?:dis|dites)(?:-moi|-nous)?(?: ce que .{0,30}|si cela .{0,20})?|(?:merci|veuillez|pri(?:è|e)re) de? ?(?:me |nous )?(?:confirmer|répondre|tenir au courant|dire)(?: rapidement)?|(?:qu'en|que) (?:pensez|penses|dites|dis)(?:-vous|-tu)|(?:cela|ça) (?:vous|te) (?:va|convient)(?:-il)?|merci(?: d'avance| beaucoup| par avance| de votre retour)?.{0,30}|dans l'attente .{0,60})\s*[.!?]*$/iu,
	news,
	thanks: {
		pattern: /^(?:merci (?:beaucoup |bien |encore )?(?:pour|de|d')|un grand merci pour)/iu,
		answers: ["Avec plaisir."],
	},
	addressesMany:
		/^\s*(?:bonjour|chers?|chères?|bonsoir)(?: à)?,? (?:tous|toutes|collègues|clients?|membres|amis|voisins|parents)|aucune réponse n'est (?:nécessaire|requise)|ne pas répondre/iu,
	sells:
		/(?<!\p{L})(?:pas intéressée?\s?\?|(?:entreprises|sociétés) comme la vôtre|découvert (?:votre (?:site|entreprise|société))|plus de (?:prospects|clients|leads) (?:par|chaque) mois|sans engagement)(?!\p{L})/iu,
	declines: ["Merci pour votre message, mais je ne suis pas intéressé."],
	relative:
		/(?<!\p{L})(?:aujourd'hui|demain|après-demain|hier|ce (?:matin|soir)|cet après-midi|cette semaine|la semaine prochaine)(?!\p{L})/iu,
	familiar: /(?<!\p{L})(?:tu|toi|te|t'|ton|ta|tes|peux-tu|as-tu|pourrais-tu)(?!\p{L})|(?<!\p{L})t'(?=\p{L})/iu,
	relax: (text) => text.replace(/^Malheureusement, /, "Désolé, "),
};
