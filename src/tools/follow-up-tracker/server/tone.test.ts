import { expect, test } from "vitest";
import { toneOf } from "./tone.ts";

test.each([
	["Sounds good, let us talk on Thursday.", "interested"],
	["Yes, I'd be interested. Can you send me more details?", "interested"],
	["Klingt gut, gerne nächste Woche.", "interested"],
	["Cela m'intéresse, pouvez-vous m'appeler ?", "interested"],
	["Me interesa, ¿podemos hablar mañana?", "interested"],
	["Yes, please.", "interested"],
	["Sure, send it over.", "interested"],
	["Ja, bitte!", "interested"],
	["Sì, per favore.", "interested"],
	["Yes, please remove me.", "refused"],
	["Thanks, but we're not interested.", "refused"],
	["No thank you.", "refused"],
	["Please stop emailing me", "refused"],
	["Vielen Dank, wir haben keinen Bedarf.", "refused"],
	["Merci, mais nous ne sommes pas intéressés.", "refused"],
	["Grazie, ma non ci interessa.", "refused"],
	["Obrigado, mas não estou interessado.", "refused"],
	["Geen interesse, dank u.", "refused"],
	["Sounds interesting, but not right now. Please try again in spring.", "not_now"],
	["Wir haben im Moment keine Kapazität, melden Sie sich nächstes Jahr.", "not_now"],
	["Pas pour le moment, merci.", "not_now"],
	["Ahora no, quizá más adelante.", "not_now"],
	["I'm not the right person, please write to my colleague Ann.", "wrong_person"],
	["Ich bin dafür nicht mehr zuständig.", "wrong_person"],
	["Je ne suis pas la bonne personne pour cela.", "wrong_person"],
	["Ya no trabajo en esa empresa.", "wrong_person"],
	["I have received it.", null],
	["Who are you?", null],
	["", null],
])("reads %j as %s", (text, tone) => {
	expect(toneOf(text)).toBe(tone);
});
