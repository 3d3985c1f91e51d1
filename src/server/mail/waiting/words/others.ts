import type { Words } from "./words.ts";

/** Italian, Portuguese, Dutch, Russian. */
export const others: Words = {
	rhetorical: ["^come (?:stai|sta|va) ?\\?", "^(?:tudo bem|como (?:vai|esta)) ?\\?", "^hoe gaat het", "^как дела"],
	ownAnswers: ["^(?:perche|porque|omdat|потому что)", "^(?:si|nao|nee|ja|да|нет)(?= ?[,.!:;]|\\W*$)"],
	asks: [
		...["fammi sapere|mi faccia sapere|fatemi sapere|mi puo (?:dire|inviare)|vorrei sapere|che ne (?:pensi|pensa)"],
		...["me (?:diga|avise|informe|envie)|gostaria de saber|o que (?:acha|achas)|poderia (?:me )?(?:enviar|dizer)"],
		...[
			"laat (?:me|het me|ons) (?:even )?weten|wat (?:vind|vindt|denk) (?:je|u)|(?:graag|zou ik)… (?:weten|horen)|kun je|kunt u",
		],
		...[
			"прошу|не могли бы|не мог(?:ла)? бы|подскажите|сообщите|напишите|пришлите|дайте знать|если (?:хотите|хочешь|нужно),? я",
		],
	],
	unsolved: [
		"(?:non funziona ancora|ancora non funziona)",
		"(?:ainda nao funciona|continua sem funcionar)",
		"werkt nog (?:steeds )?niet",
		"(?:все еще|до сих пор) не работает",
	],
	courtesies: [
		"(?:non esit~|nao hesite|aarzel niet)",
		"(?:saluta(?:mi|temi|li|la|lo)?|mande lembrancas|doe de groeten|передай~ привет)",
	],
	noAnswer: ["non serve rispondere", "nao precisa responder", "je hoeft niet te antwoorden", "можно не отвечать"],
	promises: [
		...[
			"(?:ti|le|vi|lo) (?:mandero|inviero|faro sapere|scrivero|rispondero|chiamero|confermero)|(?:manderemo|invieremo|faremo sapere)",
		],
		...[
			"(?:vou|iremos|vamos) (?:enviar|mandar|verificar|perguntar|responder|confirmar)~|(?:enviarei|mandarei|responderei|avisarei|confirmarei)",
		],
		...[
			"(?:ik|wij|we) (?:zal|zullen|ga|gaan|stuur|sturen|laat|laten)… (?:sturen|weten|opzoeken|nakijken|vragen|mailen|bellen|toe)|ik kom (?:er|hier)… (?:op )?terug",
		],
		...["пришлю|отправлю|вышлю|сообщу|отвечу|напишу|узнаю|проверю|перезвоню|уточню|пришлем|отправим|сообщим"],
	],
	tasks: [
		"(?:ci penso io|me ne occupo)",
		"(?:deixa comigo|eu cuido disso)",
		"(?:komt goed|ik regel het)",
		"(?:сделаю|займусь)",
	],
	conditions: ["se vuoi|se desidera", "se quiser", "als je wilt|als u wilt", "если (?:хотите|хочешь|нужно)"],
	deliveries: [
		"(?:ecco|in allegato)",
		"(?:aqui esta|em anexo|segue em anexo)",
		"(?:hierbij|in de bijlage)",
		"(?:вот|во вложении)",
	],
	closings: [
		"(?:grazie|va bene|perfetto|d'accordo)",
		"(?:obrigad[oa]|combinado|perfeito|esta bem)",
		"(?:bedankt|dank je|dank u|prima|akkoord)",
		"(?:спасибо|благодар~|договорились|хорошо|понятно)",
	],
};

/** Japanese, whose words have no spaces in between. */
export const japanese: Words = {
	rhetorical: ["お元気ですか"],
	ownAnswers: [],
	asks: [
		"(?:でしょうか|ませんか|いただけますか|いただけませんか|教えてください|お知らせください|ご連絡ください|ご確認ください|お返事)",
	],
	unsolved: ["まだ(?:動き|解決し)ません"],
	courtesies: ["よろしくお願い"],
	noAnswer: ["返信は不要|ご返信には及びません"],
	promises: [
		"(?:後ほど|のちほど|追って|改めて|明日|来週).{0,30}(?:お知らせ|ご連絡|お送り|ご報告|お返事)(?:いた|致|し)",
	],
	tasks: ["(?:対応|手配)(?:いた|致|し)ます"],
	conditions: [],
	deliveries: ["添付"],
	closings: ["(?:ありがとうございま|承知(?:いた|しま)|了解)"],
};
