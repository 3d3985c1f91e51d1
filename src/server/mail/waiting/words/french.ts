import type { Words } from "./words.ts";

const WHEN =
	"(?:demain|ce soir|aujourd'hui|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|bientot|prochainement|des que|la semaine prochaine|sous peu|cette semaine|ce week-?end|dans la journee|tout de suite|avant)";
const YOUR = "(?:votre|vos|ton|ta|tes)";
const TO_DO =
	"(?:verifier|demander|envoyer|renseigner|transmettre|rappeler|appeler|preparer|payer|regler|occuper|repondre|confirmer|revenir|relancer|voir avec|regarder|reserver|commander|apporter)";

export const french: Words = {
	rhetorical: [
		"^comment (?:allez|vas|ca va)",
		"^(?:et )?(?:toi|vous)(?:,? comment| ca va)?(?: \\S{1,8}){0,2} ?\\?",
		"^ca va ?\\?",
		"^(?:d'autres |des )?questions ?\\?",
		"^(?:n'est-ce pas|qui sait|pourquoi pas) ?\\??$",
		"^n'est-ce pas (?:magnifique|beau|genial|incroyable|merveilleux|super|formidable)",
		"^qui (?:l'aurait|aurait|l'eut) (?:cru|pense|dit)",
		"^comment (?:s'est passee?|s'est passe|se sont passees|etait|etaient) (?:ton|votre|le|vos|tes|les) (?:week-?end|vacances|voyage|fetes|noel)",
		"^(?:le )?savi(?:ez-vous|ez vous|ais-tu)|^saviez-vous|^(?:tu te rends|vous vous rendez) compte|^a quoi bon|^que dire|^que (?:demander|peut-on demander|vouloir) de plus",
		"^(?:j'espere|nous esperons) que",
	],
	ownAnswers: [
		"^(?:parce que|parce qu'~|rien|personne|evidemment|tout simplement|simplement)",
		"^(?:oui|non|bien sur|si)(?= ?[,.!:;]|\\W*$)",
		"^(?:cela|ca) (?:veut dire|signifie)|^c'est (?:parce|simple|tout simple)|^la reponse",
	],
	asks: [
		"qu'en (?:pensez|penses|dites|dis)",
		"(?:j'aimerais|nous aimerions|je voudrais|nous voudrions|je souhaiterais) (?:savoir|connaitre|avoir)",
		"(?:merci|priere) de (?:me|nous|bien vouloir)",
		"dites?-(?:moi|nous)",
		"si (?:vous|tu) (?:le )?(?:voulez|souhaitez|veux|souhaites),? (?:je|nous)",
		"(?:ce|cela|ca) serait (?:\\S{1,10} )?(?:super|bien|genial|gentil|sympa|parfait|ideal|formidable|top)(?: de (?:ta|votre) part)? (?:si (?:tu|vous|quelqu'un|on|nous)|que (?:tu|vous)|de (?:savoir|pouvoir|avoir))",
		"(?:vous|te) (?:remercie|remercions|remercierais)(?: par avance| d'avance)? de (?:bien vouloir|me|nous|m'~|confirmer|repondre|renvoyer|retourner|signer|envoyer|prendre)",
		"attente (?:de (?:votre|ta|vos|tes|vous lire|te lire)|d'une? (?:reponse|retour|confirmation))",
		`(?:j'attends|nous attendons|on attend)(?: toujours| encore)? ${YOUR}`,
		"(?:j'attends|nous attendons|on attend) (?:toujours|encore)",
		"il (?:me|nous) (?:manque|faudrait|faut)",
		`besoin (?:de (?:${YOUR}|le|la|les|savoir|vous|toi)|du|des|d'une? (?:reponse|confirmation|signature))`,
		"(?:dis|dites|fais|faites|tiens|tenez|envoie|envoyez|appelle|appelez|donne|donnez|confirme|confirmez|rappelle|rappelez|ecris|ecrivez|montre|explique|expliquez|transmets|transmettez)-(?:moi|nous)",
		"(?:je|nous|on) (?:voulais|voulions|voulait|voudrais|souhaitais|souhaiterais|souhaite)(?: juste| aussi| simplement| seulement)? (?:savoir|vous demander|te demander)",
		"(?:je|nous) (?:me|nous) demand(?:ais|ions) si (?:vous|tu|on|il)",
		"n'(?:ai|avons)(?: toujours| encore)? (?:pas|rien)(?: encore| toujours)? (?:recu|eu de)",
		"sans (?:nouvelles?|reponse|retour) de (?:votre|ta) part",
		"(?:permets|permettons)(?: \\S{1,4})? de (?:vous|te) (?:relancer|rappeler)",
		"(?:vous avez|tu as) oublie|(?:la piece jointe|le fichier|l'annexe) (?:manque|est absente?)",
		"priere de",
		"merci (?:d'avance|par avance)|(?:d'avance|par avance),? merci",
		"(?:retour|reponse) (?:rapide )?de (?:votre|ta) part",
	],
	unsolved: [
		"(?:ne|n'~) ?(?:marche|fonctionne|change)(?: \\S{1,10}){0,2} (?:toujours pas|pas|plus|rien)",
		"ne correspond(?:ent)? (?:toujours )?pas (?:a|au|aux)",
		"toujours (?:le meme probleme|la meme erreur|le meme message|en panne)",
		"je ne (?:comprends|vois|sais) (?:toujours |vraiment )?pas (?:pourquoi|comment|ce que|quoi)",
		"(?:je suis|nous sommes) (?:toujours |completement )?(?:bloque|bloquee|bloques|perdue?|perdus)",
	],
	courtesies: [
		"(?:embrass~|salu(?:ez|e)|remerci(?:ez|e))(?: |-)(?:les|le|la|bien|toute?|vos|votre|tes|ton|moi)",
		"veuillez (?:agreer|recevoir|trouver|croire|excuser|noter|accepter)",
		"n'hesit~",
		"(?:si|en cas de)… (?:des|une|la moindre|d'autres|de) (?:questions?|besoin|aide|problemes?)",
		"si (?:vous|tu) (?:avez|as) (?:besoin|des questions|une question|le moindre)",
		"(?:reste|restons|suis|sommes) a (?:votre|ta) (?:entiere )?disposition",
		"(?:prends soin|prenez soin|porte-toi bien|portez-vous bien)",
	],
	noAnswer: [
		"(?:pas besoin|inutile|pas la peine|pas necessaire) de (?:me |nous )?(?:repondre|reagir)",
		"(?:aucune )?reponse (?:n'est )?(?:pas |inutile)(?: necessaire)?",
	],
	promises: [
		"(?:je|nous)(?: vous| te| t'| l'| le| la| les)? ?(?:enverrai|enverrons|reviendrai|reviendrons|repondrai|repondrons|transmettrai|transmettrons|tiendrai|tiendrons|verifierai|verifierons|demanderai|rappellerai|apporterai|apporterons|ferai parvenir|ferons parvenir|donnerai|confirmerai|paierai|reglerai|preparerai)",
		"(?:je|nous) (?:reviens|revenons) vers",
		`(?:je|nous)(?: vous| te| le| la| les| lui)?(?: t'| l'| )(?:le |la |les )?(?:envoie|envoyons|dis|reponds|confirme|rappelle|appelle|apporte|transmets)… ${WHEN}`,
		"(?:je|nous) (?:verifie|verifions|regarde (?:ca|cela|et|ce|si|le|la question)|regardons|me renseigne)",
		`(?:je|nous|on) (?:vais|allons|va)(?: \\S{1,8}){0,2}(?: | m'| t'| l'| vous)${TO_DO}`,
		"(?:je|nous) (?:vous|te) (?:tiens|tenons|tiendrai)(?: \\S{1,8})? (?:au courant|informee?s?)",
		"(?:je|nous) (?:te|vous|lui) (?:fais|faisons|ferai) (?:signe|un retour|savoir|parvenir)",
		"(?:je|nous)(?: vous| te)? (?:le |la |les |l')(?:envoie|envoyons|transmets|transmettons|fais suivre|depose)",
		"vous serez (?:informee?s?|prevenue?s?|contactee?s?|avisee?s?)",
		`(?:vous|tu) (?:recevrez|recevras|aurez|auras)… ${WHEN}`,
		"(?:je m'en|nous nous en|on s'en) (?:occupe|occupons|charge|chargeons)",
		"^(?:oui,? |d'accord,? )?(?:ce sera fait|c'est comme si c'etait fait)",
	],
	tasks: [`(?:je|nous)(?: le| la| les)? (?:regle|paie|paye|prepare|termine|finis|reserve|commande|fais)… ${WHEN}`],
	conditions: [
		"(?:ci-joint~|en piece jointe|par la presente)",
		"si (?:vous|tu) (?:le )?(?:voulez|souhaitez|veux|souhaites|preferez|preferes)",
		"(?:s'il|si) (?:y a|quelque chose|jamais)… (?:nouveau|change)",
		"(?:si besoin|au besoin|le cas echeant)",
	],
	deliveries: [
		"(?:voici|voila|ci-joint|ci-jointe?s?|en piece jointe|comme promis|comme convenu)",
		"(?:j'ai|nous avons|c'est)(?: bien| deja)? (?:envoye|paye|regle|fait|verifie|demande|transmis|signe|commande|reserve|trouve)e?s?",
	],
	closings: [
		"(?:merci|mille mercis|grand merci)",
		"(?:parfait|entendu|d'accord|c'est note|bien recu|c'est fait|tres bien|avec plaisir|c'est regle)",
	],
};
