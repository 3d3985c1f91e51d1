import { describe, expect, it } from "vitest";
import { answers } from "./testing.ts";

describe("answers in words of the message", () => {
	it.each<[string, string[]]>([
		[
			"Können wir uns am Donnerstag um 15 Uhr treffen?",
			[
				"am Donnerstag um 15 Uhr passt es mir.",
				"am Donnerstag um 15 Uhr passt es mir leider nicht. Geht auch ein anderer Termin?",
			],
		],
		[
			"Könnten Sie mir den unterschriebenen Vertrag bis Freitag schicken?",
			[
				"ich werde Ihnen den unterschriebenen Vertrag bis Freitag schicken.",
				"leider kann ich Ihnen den unterschriebenen Vertrag bis Freitag nicht schicken. Geht es auch später?",
			],
		],
		[
			"Bitte prüfen Sie den Entwurf bis Montag.",
			[
				"ich werde den Entwurf bis Montag prüfen.",
				"leider kann ich den Entwurf bis Montag nicht prüfen. Geht es auch später?",
			],
		],
		[
			"Kannst du mir die Liste bis morgen schicken?",
			[
				"ich werde dir die Liste bis morgen schicken.",
				"leider kann ich dir die Liste bis morgen nicht schicken. Geht es auch später?",
			],
		],
		[
			"Passt Ihnen Dienstag um 14 Uhr oder Mittwoch um 10 Uhr?",
			[
				"Dienstag um 14 Uhr passt mir.",
				"Mittwoch um 10 Uhr passt mir.",
				"leider passt mir weder Dienstag um 14 Uhr noch Mittwoch um 10 Uhr. Geht auch ein anderer Termin?",
			],
		],
		[
			"Haben Sie das Paket schon erhalten?",
			["ja, ich habe das Paket erhalten.", "nein, ich habe das Paket noch nicht erhalten."],
		],
		[
			"Wann können Sie die Platten liefern?",
			[
				"ich sehe nach, wann ich die Platten liefern kann, und melde mich.",
				"ich weiß noch nicht, wann ich die Platten liefern kann.",
			],
		],
		[
			"Wie hoch ist der Preis für die Küche?",
			[
				"ich sehe nach, wie hoch der Preis für die Küche ist, und melde mich.",
				"ich weiß noch nicht, wie hoch der Preis für die Küche ist.",
			],
		],
		[
			"Hast du am Samstag Zeit?",
			["am Samstag passt es mir.", "am Samstag passt es mir leider nicht. Geht auch ein anderer Termin?"],
		],
		[
			"Bitte füllen Sie das Formular aus.",
			["ich werde das Formular ausfüllen.", "leider kann ich das Formular nicht ausfüllen."],
		],
		["Vielen Dank für die Hilfe beim Umzug!", ["gern geschehen."]],
		[
			"Die Sitzung am 5. Mai wird auf den 7. Mai verschoben.",
			["vielen Dank für die Information, dass die Sitzung am 5. Mai auf den 7. Mai verschoben wird."],
		],
	])("in German: %s", (text, expected) => expect(answers(text, "de")).toEqual(expected));

	it.each<[string, string[]]>([
		[
			"Pouvons-nous nous voir jeudi à 15 h ?",
			[
				"Jeudi à 15 h me convient.",
				"Malheureusement, jeudi à 15 h ne me convient pas. Un autre moment serait-il possible ?",
			],
		],
		[
			"Pourriez-vous m'envoyer le contrat signé avant vendredi ?",
			[
				"Je vais vous envoyer le contrat signé avant vendredi.",
				"Malheureusement, je ne peux pas vous envoyer le contrat signé avant vendredi. Une date plus tardive serait-elle possible ?",
			],
		],
		[
			"Merci de nous envoyer la facture avant le 12 mars.",
			[
				"Je vais vous envoyer la facture avant le 12 mars.",
				"Malheureusement, je ne peux pas vous envoyer la facture avant le 12 mars. Une date plus tardive serait-elle possible ?",
			],
		],
		["Peux-tu vérifier le plan ?", ["Je vais vérifier le plan.", "Malheureusement, je ne peux pas vérifier le plan."]],
		["Avez-vous reçu le colis ?", ["Oui, j'ai bien reçu le colis.", "Non, je n'ai pas encore reçu le colis."]],
		[
			"Quand pouvez-vous livrer les panneaux ?",
			[
				"Je vérifie quand je peux livrer les panneaux et je réponds rapidement.",
				"Je ne sais pas encore quand je peux livrer les panneaux.",
			],
		],
		[
			"Êtes-vous disponible mardi à 10 h ou mercredi à 14 h ?",
			[
				"Mardi à 10 h me convient.",
				"Mercredi à 14 h me convient.",
				"Malheureusement, ni mardi à 10 h ni mercredi à 14 h ne me convient. Un autre moment serait-il possible ?",
			],
		],
		["Merci beaucoup pour votre aide.", ["Avec plaisir."]],
	])("in French: %s", (text, expected) => expect(answers(text, "fr")).toEqual(expected));

	it.each<[string, string[]]>([
		[
			"¿Podemos vernos el jueves a las 15:00?",
			[
				"El jueves a las 15:00 me viene bien.",
				"Lamentablemente, el jueves a las 15:00 no me viene bien. ¿Sería posible otro momento?",
			],
		],
		[
			"¿Podría enviarme el contrato firmado antes del viernes?",
			[
				"Voy a enviarle el contrato firmado antes del viernes.",
				"Lamentablemente, no puedo enviarle el contrato firmado antes del viernes. ¿Sería posible una fecha posterior?",
			],
		],
		["¿Puedes revisar el plan?", ["Voy a revisar el plan.", "Lamentablemente, no puedo revisar el plan."]],
		["¿Ha recibido el paquete?", ["Sí, he recibido el paquete.", "No, todavía no he recibido el paquete."]],
		[
			"¿Cuándo puede entregar los paneles?",
			[
				"Voy a comprobar cuándo puedo entregar los paneles y respondo en cuanto pueda.",
				"Todavía no sé cuándo puedo entregar los paneles.",
			],
		],
		[
			"Por favor, envíeme la factura antes del lunes.",
			[
				"Voy a enviarle la factura antes del lunes.",
				"Lamentablemente, no puedo enviarle la factura antes del lunes. ¿Sería posible una fecha posterior?",
			],
		],
		[
			"¿Te viene bien el martes a las 10 o el miércoles a las 12?",
			[
				"El martes a las 10 me viene bien.",
				"El miércoles a las 12 me viene bien.",
				"Lamentablemente, ni el martes a las 10 ni el miércoles a las 12 me viene bien. ¿Sería posible otro momento?",
			],
		],
		["Muchas gracias por la ayuda.", ["De nada."]],
	])("in Spanish: %s", (text, expected) => expect(answers(text, "es")).toEqual(expected));
});
