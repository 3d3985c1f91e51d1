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
		// Hebrew, Arabic, Persian, Urdu
		"כתב|כתבה|כתב/ה|כתב\\(ה\\)|מאת|كتب|كتبت|كتب/ت|كتبه|كتبته|تمت كتابة ما يلي بواسطة|نوشت|نوشته است|نے لکھا|لکھا",
		// Hindi, Marathi, Nepali, Bengali, Gujarati, Punjabi, Tamil, Telugu, Kannada, Malayalam
		"ने लिखा|यांनी लिहिले|लिहिले|ले लेख्नुभयो|লিখেছেন|এ লিখেছেন|એ લખ્યું|ਨੇ ਲਿਖਿਆ|எழுதியது|எழுதினார்|ఇలా రాసారు|రాశారు|ಬರೆದಿದ್ದಾರೆ|ಬರೆದರು|എഴുതി",
		// Catalan, Galician, Basque, Welsh, Irish, Latin
		"va escriure el següent|va escriure|escribiu|idatzi du|idatzi zuen|ysgrifennodd|scríobh|scripsit",
		// Estonian, Latvian, Albanian, Macedonian, Serbian, Slovenian
		"kirjutas järgmist|kirjutas|rakstīja šādi|shkroi|ka shkruar|напиша|je oseba|је написао/ла|је написао|је написала|je napisao/la|je napisao|je napisal/a",
		// Georgian, Armenian, Azerbaijani, Kazakh, Uzbek, Mongolian
		"დაწერა|წერს|გրեց|գրել է|գրեց|yazıb|yazıb ki|жазды|yozdi|бичсэн|бичжээ",
		// Filipino, Malay, Swahili, Afrikaans, Esperanto, Zulu, Amharic
		"isinulat ni|sumulat si|ay sumulat|telah menulis|aliandika|ameandika|skryf|het geskryf|skribis|wabhala|ጽፏል|ጻፉ",
	].join("|"),
	joined:
		"写道|寫道|写到|写了|撰写|撰寫|寫了|の(?:メール|メッセージ)|書きました|さんが書|さんは書|작성|님이 씀|เขียนว่า|เขียน|ได้เขียน|បានសរសេរ|ຂຽນ|ရေးခဲ့သည်",
} as const;

/** Words that an attribution begins with: "On", and what precedes a date. */
export const STARTER_WORDS = [
	"on|at|quoting|in (?:article|message)|in reply to|at the time",
	"am|den|der",
	"le|il|el|el día|em|a data de|il giorno|în data de|în|pe|op|på|dne|dňa|dnia|w dniu|dana|dne|klo",
	"el dia|missatge de|kontakt|kuupäeval|þann|v dne|v|dana|datë|më|noong|pada tanggal|mnamo|ar|dydd",
	"vào|vào lúc|στις|от|на|в|у|во|пада",
	"在|于|於|日期|בתאריך|ביום|ב-?|في|بتاريخ|يوم|در|تاریخ|مورخہ|पर|pada|ในวันที่|เมื่อวันที่|เมื่อ|วันที่",
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
	"dl|dt|dc|dj|dv|ds|dg|dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge",
	"esmaspäev|teisipäev|kolmapäev|neljapäev|reede|laupäev|pühapäev|[etknrlp](?=,)",
	"pirmd|otrd|trešd|ceturtd|piektd|sestd|svētd|pr|an|tr|kt|pn|št|sk|mán|þri|mið|fim|fös|lau|sun|tor|sre|čet|pet|sob|ned|uto|sri|сре|чет|пет|саб|нед|пон|уто",
	"isnin|selasa|rabu|kamis|jumat|sabtu|minggu|sen|sel|rab|kam|jum|sab|min|จ\\.|อ\\.|พ\\.|พฤ\\.|ศ\\.|ส\\.|อา\\.",
	"सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि|الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|دوشنبه|یکشنبه|شنبه",
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
	"gen|febr|març|abr|maig|juny|jul|ag|set|oct|nov|des|jaan|veebr|märts|juuni|juuli|sept|okt|detsember",
	"sij|velj|ožu|tra|svi|lip|srp|kol|ruj|lis|stu|pro|sau|vas|kov|bal|geg|bir|lie|rgp|rgs|spa|lap|gru",
	"ינו|פבר|מרץ|אפר|מאי|יונ|יול|אוג|ספט|אוק|נוב|דצמ|בינו|בפבר|במרץ|באפר|במאי|ביונ|ביול|באוג|בספט|באוק|בנוב|בדצמ",
	"يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|كانون|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين",
	"ม\\.ค|ก\\.พ|มี\\.ค|เม\\.ย|พ\\.ค|มิ\\.ย|ก\\.ค|ส\\.ค|ก\\.ย|ต\\.ค|พ\\.ย|ธ\\.ค|जन|फ़र|मार्च|अप्रै|मई|जून|जुल|अग|सित|अक्टू|नव|दिस",
	"szept|márc|ápr|máj|jún|júl|thg|tháng|ian|iun|iul",
].join("|");
