/** What mail programs put before the subject of an answer or a forwarded message, in the languages they are used in. */

const REPLY_WORDS = [
	// English, German, French, Italian, Spanish, Portuguese, Romanian, Catalan
	"re|r|ref|aw|antw|antwort|réf|réponse|rép|rif|res|resp|respuesta|răsp|rasp",
	// Scandinavian languages, Dutch, Finnish, Icelandic, Estonian, Latvian, Lithuanian
	"sv|svar|vs|vá|va|ang|bls|svr|vast|atb|ats|att",
	// Polish, Czech, Slovak, Hungarian, Croatian, Serbian, Slovenian, Albanian, Turkish, Azerbaijani, Welsh, Basque
	"odp|odpowiedź|odpowiedz|odpověď|odpoveď|odg|odgovor|одг|vál|válasz|pgj|përgj|ynt|yan|yanıt|cvb|ateb|eran|erantz",
	// Russian, Ukrainian, Belarusian, Bulgarian, Macedonian, Kazakh
	"ответ|отв|на|отг|отговор|відп|відповідь|адк|адказ|жауап",
	// Greek, Hebrew, Arabic, Persian
	"απ|απάντηση|σχετ|השב|תגובה|תשובה|رد|الرد|إجابة|پاسخ",
	// Chinese, Japanese, Korean, Vietnamese, Thai, Indonesian, Hindi
	"回复|回覆|回復|答复|答覆|回信|返信|返|회신|답장|답변|trả lời|tl|ตอบกลับ|ตอบ|balas|jwb|उत्तर",
].join("|");
const FORWARD_WORDS = [
	"fwd?|fw|forward|wg|weiterl|tr|i|rv|enc|reenv|reenvío|encam|redir|inoltro|doorst|vb|vl|vidb|pd|pdl|ilt|továbbítás|predsl|prosl|prosleđeno|proslijeđeno|fs|edasi|pārs|persiųsta",
	"переслано|пересл|перенаправлено|препратено|пр|πρθ|προώθ|προωθ|הועבר|إعادة توجيه|تحويل|转发|轉寄|轉發|転送|전달|전송|chuyển tiếp|cht|ส่งต่อ|trs|teruskan",
].join("|");

/** `[2]`, `(2)`, `^2`, `*2`: how often it was answered. */
const COUNT = "\\s{0,3}(?:[[(^*]?\\d{1,3}[\\])^*]?)?\\s{0,3}[:：]";
const COUNT_IN_BRACKETS = "\\s{0,3}(?:[[(]\\d{1,3}[\\])])?\\s{0,3}[:：]";

/** Whether a subject begins like an answer's; the match is the prefix. */
export const REPLY_PREFIX = new RegExp(`^(?:${REPLY_WORDS})${COUNT}`, "iu");
/** Whether it begins like a forwarded message's. */
export const FORWARD_PREFIX = new RegExp(`^(?:${FORWARD_WORDS})${COUNT_IN_BRACKETS}`, "iu");
