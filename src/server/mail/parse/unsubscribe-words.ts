/**
 * How mailings offer to unsubscribe, in the languages that most mailings are written in. Matched against a few words
 * around a link, never a whole text.
 */

const UNSUBSCRIBE = [
	// English
	"unsubscrib|opt[- ]?(?:ing[- ])?out|stop (?:receiving|getting) (?:these|this|our|such|all)|no longer (?:wish|want) to (?:receive|get|hear)|(?:don.t|do not) (?:wish|want) to (?:receive|get)|remove (?:me|yourself|your (?:e-?mail|address|name)) from|be removed from|leave this (?:mailing )?list|cancel (?:your|this|my) subscription|turn off these (?:e-?mails|notifications)",
	// German
	"ab(?:zu)?meld|ab(?:zu)?bestell|austragen|newsletter k.ndigen|keine (?:weiteren )?(?:e-?mails|newsletter|nachrichten) mehr",
	// French
	"d[ée]s(?:abonn|inscri)|ne plus recevoir|ne (?:souhaitez|d[ée]sirez|voulez) plus recevoir",
	// Spanish
	"(?:darse|darte|dar(?:me)?|date|dese) de baja|baja de (?:esta|la|nuestra) lista|(?:cancelar|anular|cancela|anula) (?:la |tu |su |mi )?(?:suscripci|inscripci)|desuscri|dejar de recibir|no (?:desea|deseas|quiere|quieres) (?:seguir recibiendo|recibir m[áa]s)",
	// Italian
	"disiscri|(?:cancella|annulla)(?:re|rti|rsi|ti)? (?:la |la tua |l.)?(?:iscrizione|sottoscrizione)|cancellarti|cancellarsi|cancellati|non (?:desideri|vuoi|desidera|vuole) pi[ùu] ricevere",
	// Portuguese
	"descadastr|desinscrev|desinscri|(?:cancelar|cancele|anular|anule|remover) (?:a |a sua |sua |o seu |minha )?(?:inscri|subscri|assinatura|registo|cadastro)|deixar de receber|n[ãa]o (?:deseja|quer|pretende) (?:mais )?receber",
	// Dutch
	"afmeld|uitschrijv|uitschrijf|(?:geen|niet langer) .{0,30}(?:e-?mails|nieuwsbrief|nieuwsbrieven) (?:meer )?(?:wilt|wil|ontvangen)|abonnement opzeggen",
	// Swedish, Danish, Norwegian
	"avregistrer|avprenumerer|avsluta (?:din |prenumeration)|avanm[äa]l|s[äa]g upp|frameld|afmeld|meld(?:e)? (?:deg|meg|dig|mig) (?:av|af|fra)|avmeld|avslutt (?:abonnement|abonnementet)|stopp(?:e)? abonnement",
	// Finnish
	"peru(?:uta|t|uttaa|a)? (?:t[äa]m[äa] |uutiskirje|tilau|postitus|s[äa]hk[öo])|lopeta tila|poist(?:u|ua|a|aa) (?:postitus)?listal|uutiskirjeen peru",
	// Polish
	"wypis(?:z|a[ćc]|uj)|(?:anuluj|anulowa[ćc]|zrezygnuj z|zrezygnowa[ćc] z|rezygnacj[aęi] z) .{0,20}(?:subskrypcj|newsletter|otrzymywani|prenumerat)|wyrejestruj",
	// Czech, Slovak
	"odhl[áa][sš]|zru[šs](?:it|te|i[ťt]) (?:odb[ěe]r|odebír|odobera|newsletter)",
	// Russian, Ukrainian
	"отпис(?:ат|ыв|к)|отказа(?:ться|ть) от (?:рассыл|подпис|получ)|отменить подписку|відпис(?:ат|к)|скасувати підписку",
	// Turkish
	"abonelik(?:ten|ten) [çc][ıi]k|aboneli[ğg](?:i|inizi|imi) (?:iptal|sonland)|(?:listeden|listemizden|[üu]yelikten) [çc][ıi]k|almak istemiyor",
	// Hungarian, Romanian, Greek, Vietnamese, Indonesian
	"leiratkoz|dezabon|(?:κατ[άα]ργηση|διαγραφή|ακύρωση) .{0,20}(?:εγγραφ|συνδρομ|λίστα)|απεγγραφ|(?:h[ủu]y|ng[ừu]ng) (?:[đd][ăa]ng k[ýy]|nh[ậa]n)|berhenti berlangganan",
	// Hebrew, Arabic, Thai
	"להסרה|הסרה מ(?:ה)?רשימ|ביטול (?:ה)?(?:מנוי|הרשמה)|إلغاء (?:ال)?اشتراك|ยกเลิก(?:การ)?(?:รับ|สมัคร|เป็นสมาชิก)",
	// Japanese
	"配信(?:の)?(?:停止|解除|中止)|(?:購読|登録|メルマガ|メールマガジン)(?:の|を)?(?:解除|停止|中止|キャンセル)|退会|受信拒否",
	// Chinese
	"退[订訂]|取消(?:订阅|訂閱|訂閲|关注)|拒收|不想再收到|不希望(?:再)?收到",
	// Korean
	"수신\\s*(?:[을를]\\s*)?(?:거부|해지|철회|동의\\s*철회)|구독\\s*(?:[을를]\\s*)?(?:취소|해지|중지|철회)",
];

/** Pages for choosing what to receive, where unsubscribing is one of the options. */
const CHOOSE = [
	"(?:manage|update|change|edit|adjust|modify|set) (?:your |my |the |these )?(?:e-?mail |mail |mailing |newsletter |notification |communication |contact |marketing |subscription |alert )*(?:preference|subscription|setting|option|notification|alert)",
	"(?:e-?mail|subscription|notification|communication|mailing|contact|newsletter|subscriber) (?:preference|setting|option)s?|preference cent(?:er|re)|manage (?:all )?(?:e-?mails|newsletters|subscriptions)",
	"(?:e-?mail|newsletter|benachrichtigungs)-?\\s?(?:einstellung|pr[äa]ferenz)|einstellungen (?:[äa]ndern|verwalten|anpassen)|abonnements? verwalten",
	"(?:g[ée]rer|modifier|mettre [àa] jour) (?:vos |mes |tes |ses |les )?(?:pr[ée]f[ée]rences|abonnements|notifications|alertes|param[èe]tres)",
	"(?:gestionar|administrar|cambiar|actualizar|modificar) (?:tus |sus |mis |las |tu |su )?(?:preferencias|suscripci|notificaciones)",
	"(?:gestisci|modifica|aggiorna)(?:re)? (?:le )?(?:tue |sue )?(?:preferenze|iscrizion|notifiche)",
	"(?:gerenciar|gerir|alterar|atualizar|editar) (?:as )?(?:suas |minhas )?(?:prefer[êe]ncias|subscri|inscri|notifica)",
	"(?:e-?mail|nieuwsbrief)?voorkeuren (?:aanpassen|wijzigen|beheren)|(?:beheer|wijzig) (?:je|uw|jouw) (?:voorkeuren|abonnement|e-?mail|meldingen)",
	"(?:hantera|[äa]ndra|administrer|rediger|[æe]ndre|endre|behandle) (?:dina |dine |din |dit |ditt |mina |mine )?(?:e-?post)?(?:inst[äa]llning|prenumeration|preferens|pr[æe]ferenc|indstilling|innstilling|abonnement|varsl)",
	"(?:hallitse|muuta|muokkaa) .{0,25}(?:asetuks|tilauks|ilmoituks)|zarz[ąa]dzaj .{0,20}(?:subskrypcj|preferencj|powiadomie|ustawieni)|(?:spravovat|upravit|zm[ěe]nit) .{0,20}(?:odb[ěe]r|p[řr]edvolb|nastaven)",
	"(?:управл|измен|настро)\\S* .{0,20}(?:подписк|рассылк|уведомлени)|настройк\\S* (?:подписк|рассылк|уведомлени)|(?:e-?posta|bildirim) (?:tercih|ayar)|tercihlerini(?:zi)? (?:y[öo]net|g[üu]ncelle|de[ğg]i[şs]tir)",
	"(?:受信|配信|メール|通知)(?:の)?設定|(?:邮件|郵件|订阅|訂閱|通知)(?:偏好|设置|設定|管理)|管理(?:您的)?(?:订阅|訂閱)|수신\\s*설정|알림\\s*설정|구독\\s*관리",
];

/** For lower-case text: ignoring case would make them several times as slow. */
export const UNSUBSCRIBE_WORDS = new RegExp(UNSUBSCRIBE.join("|"));
export const PREFERENCES_WORDS = new RegExp(CHOOSE.join("|"));

/** Words in the addresses of such pages. */
export const UNSUBSCRIBE_ADDRESS =
	/unsub|opt[-_]?out|desabonn|desinscri|abmeld|abbestell|afmeld|uitschrijv|avregistrer|descadastr|disiscri|dezabon|leiratkoz|odhlas|wypisz|otpis|remove[-_]?me|stop[-_]?(?:e?mails?|notifications?)/i;
export const PREFERENCES_ADDRESS =
	/(?:e?mail|subscription|notification|communication|newsletter|subscriber|contact)s?[-_]?(?:preference|pref|setting|option)s?|manage[-_]?(?:subscription|preference|e?mail|notification)|preference[-_]?cent(?:er|re)|update[-_]?preference/i;
