import type { Words } from "./words.ts";

const WHEN =
	"(?:demain|ce soir|aujourd'hui|lundi|mardi|mercredi|jeudi|vendredi|bientot|prochainement|des que|la semaine prochaine|sous peu|cette semaine)";

export const french: Words = {
	rhetorical: [
		"^comment (?:allez|vas|ca va)",
		"^ca va ?\\?",
		"^(?:d'autres |des )?questions ?\\?",
		"^(?:n'est-ce pas|qui sait) ?\\??$",
	],
	asks: [
		"qu'en (?:pensez|penses|dites|dis)",
		"(?:j'aimerais|nous aimerions|je voudrais|nous voudrions|je souhaiterais) (?:savoir|connaitre|avoir)",
		"(?:merci|priere) de (?:me|nous|bien vouloir)",
		"dites?-(?:moi|nous)",
		"si (?:vous|tu) (?:le )?(?:voulez|souhaitez|veux|souhaites),? (?:je|nous)",
	],
	courtesies: [
		"(?:embrass~|salu(?:ez|e)|remerci(?:ez|e))(?: |-)(?:les|le|la|bien|toute?|vos|votre|tes|ton|moi)",
		"veuillez (?:agreer|recevoir|trouver|croire|excuser|noter|accepter)",
		"n'hesit~",
	],
	promises: [
		"(?:je|nous)(?: vous| te| t'| l'| le| la| les)? ?(?:enverrai|enverrons|reviendrai|reviendrons|repondrai|repondrons|transmettrai|transmettrons|tiendrai|tiendrons|verifierai|verifierons|demanderai|rappellerai|apporterai|apporterons|ferai parvenir|ferons parvenir|donnerai|confirmerai)",
		"(?:je|nous) (?:reviens|revenons) vers",
		`(?:je|nous)(?: vous| te)? (?:envoie|envoyons|dis|reponds|confirme|rappelle|apporte|transmets)… ${WHEN}`,
		"(?:je|nous) (?:verifie|verifions|regarde|regardons|me renseigne)",
	],
	closings: [
		"(?:merci|mille mercis|grand merci)",
		"(?:parfait|entendu|d'accord|c'est note|bien recu|c'est fait|tres bien|avec plaisir|c'est regle)",
	],
};
