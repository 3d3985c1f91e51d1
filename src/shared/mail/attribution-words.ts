/** Words of attribution lines, by language, as alternatives of a regular expression. */

/** "wrote". `joined`: in languages without spaces between words. */
export const WROTE_WORDS = {
	spaced: [
		// English
		"wrote|writes|said|has written|wrote the following",
		// German
		"schrieb|schreibt|geschrieben|schrieben",
		// French
		"écrit|écrivait|ecrit|écrivit",
		// Spanish, Catalan, Galician, Portuguese
		"escribió|escribio|escribi(?:ó|o)\\(eron\\)|ha escrito|va escriure|ha escrit|escribiu|escreveu|escreveram",
		// Italian, Romanian
		"ha scritto|scrisse|scritto|a scris|scris",
		// Dutch, Afrikaans
		"schreef|geschreven|het geskryf",
		// Danish, Norwegian, Swedish, Icelandic, Faroese
		"skrev|skreiv|skrifaði|følgende",
		// Finnish, Estonian
		"kirjoitti|kirjutas",
		// Polish
		"napisał|napisała|napisał\\(a\\)|napisał/a|pisze",
		// Czech, Slovak
		"napsal|napsala|napsal\\(a\\)|napísal|napísala|napísal\\(a\\)",
		// Croatian, Bosnian, Serbian, Slovenian
		"napisao|napisala|napisao/la|je napisal|je napisala|написао|написала",
		// Hungarian, Turkish
		"írta|írta ezt|yazdı|şunu yazdı|şunları yazdı",
		// Lithuanian, Latvian
		"rašė|parašė|rakstīja",
		// Russian, Ukrainian, Belarusian, Bulgarian
		"написал|написала|написал\\(а\\)|написал/а|писал|писала|писал\\(а\\)|пишет|пише|написав|написала|написав\\(ла\\)|пише|напісаў|написа",
		// Greek, Vietnamese, Indonesian
		"έγραψε|έγραψαν|đã viết|viết|menulis",
		// Hebrew, Arabic, Persian, Hindi
		"כתב|כתבה|כתב/ה|كتب|كتبت|نوشت|ने लिखा",
	].join("|"),
	joined: "写道|寫道|写到|撰写|の(?:メール|メッセージ)|書きました|さんは書|작성|님이 씀|เขียน",
} as const;

/** Words that an attribution begins with: "On", and what precedes a date. */
export const STARTER_WORDS = [
	"on|at|quoting|in (?:article|message)|in reply to|at the time",
	"am|den|der",
	"le|il|el|el día|em|a data de|il giorno|în data de|în|pe|op|på|dne|dňa|dnia|w dniu|dana|dne|klo",
	"vào|vào lúc|στις|от|на|в|у|во|пада",
	"在|于|於|日期|בתאריך|ב-?|في|در|पर|pada",
].join("|");

/** Weekdays and their abbreviations. Many are common words: a day must follow. */
export const WEEKDAY_WORDS = [
	"mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs?|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?",
	"mo(?:ntag)?|di(?:enstag)?|mi(?:ttwoch)?|do(?:nnerstag)?|fr(?:eitag)?|sa(?:mstag)?|so(?:nntag)?",
	"lun(?:di|es|edì)?|mar(?:di|tes|tedì)?|mer(?:credi|coledì)?|mié(?:rcoles)?|jeu(?:di)?|jue(?:ves)?|gio(?:vedì)?|ven(?:dredi|erdì)?|vie(?:rnes)?|sam(?:edi)?|sáb(?:ado)?|sab(?:ato)?|dim(?:anche)?|dom(?:ingo|enica)?",
	"seg|ter|qua|qui|sex|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?",
	"ma(?:andag)?|din?(?:sdag)?|woe?(?:nsdag)?|don?(?:derdag)?|vr(?:ij|ijdag)?|za(?:terdag)?|zo(?:ndag)?",
	"man(?:dag)?|tir(?:sdag)?|tis(?:dag)?|ons(?:dag)?|tor(?:s|sdag)?|fre(?:dag)?|lør(?:dag)?|lör(?:dag)?|søn(?:dag)?|sön(?:dag)?|mån(?:dag)?",
	"maanantai(?:na)?|ti(?:istai(?:na)?)?|ke(?:skiviikko(?:na)?)?|to(?:rstai(?:na)?)?|pe(?:rjantai(?:na)?)?|la(?:uantai(?:na)?)?|su(?:nnuntai(?:na)?)?",
	"pon\\.?|wt|śr|czw|pt|sob|niedz|poniedziałek|wtorek|środ[aę]|czwartek|piątek|sobot[aę]|niedziel[aę]",
	"po|út|st|čt|pá|so|ne",
	"пн|вт|ср|чт|пт|сб|вс|нд|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя",
	"hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap|pzt|sal|çar|per|cum|cmt|paz",
].join("|");

/** Beginnings of the names of months. */
export const MONTH_WORDS = [
	"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
	"jän|mär|mai|okt|dez|janv|févr|fevr|avr|juin|juil|août|déc",
	"ene|abr|ago|dic|fev|mai|set|out|dez|gen|mag|giu|lug|ott",
	"mrt|mei|maj|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu",
	"sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru|led|úno|bře|dub|kvě|čer|srp|zář|říj|pro",
	"янв|фев|мар|апр|мая|май|июн|июл|авг|сен|окт|ноя|дек|січ|лют|бер|кві|тра|чер|лип|сер|вер|жов|лис|гру",
	"ιαν|φεβ|μαρ|απρ|μαΐ|ιουν|ιουλ|αυγ|σεπ|οκτ|νοε|δεκ|oca|şub|nis|haz|tem|ağu|eyl|eki|kas|ara",
	"szept|márc|ápr|máj|jún|júl|thg|tháng|ian|iun|iul",
].join("|");
