import { fragments, type LastingWords } from "../language.ts";

/** How statements that last are worded in Spanish. */
export const spanishLasting: LastingWords = {
  aside: fragments`
    por cierto / para que (?:lo )?sepas / para tu información / (?:como|de) contexto / ojo / btw / fyi / en general / generalmente / por lo general / y / además / también / solo / pues
  `,
  practice: fragments`
    aquí (?:\p{L}+ )?(?!(?:tenemos|vemos|podemos|estamos|vamos|debemos)(?!\p{L}))\p{L}+(?:amos|emos|imos)
    (?:nosotros |aquí |siempre |normalmente |solo |en este proyecto |todo )*(?:usamos|ejecutamos|corremos|desplegamos|escribimos|guardamos|publicamos|probamos|llamamos|ponemos|trabajamos|revisamos|seguimos|versionamos|formateamos|hacemos commit|mezclamos|subimos|nombramos|mantenemos|soportamos|registramos|contamos)(?! (?:esto|eso|lo)(?!\p{L}))
  `,
  neverDone: fragments`(?:nosotros |aquí |en este proyecto )*(?:no|nunca|ya no) (?:usamos|ejecutamos|corremos|escribimos|guardamos|desplegamos|publicamos|mezclamos|subimos|hacemos|tocamos|permitimos|soportamos)(?! es[aeo] | est[aeo] ) / no tenemos (?!idea|tiempo|ni)\p{L}+`,
  ours: fragments`nuestr[oa]s? (?:[\p{L}\d-]+ ){1,3}(?:es|son|está|están|usa|corre|devuelve|vive|necesita|tiene|se llama)`,
  stands: fragments`(?:está|están|vive|viven|corre|corren|va|van|queda|se encuentra|se guardan?|escucha) (?:todo |todos |todas )?(?:en|bajo|detrás de)`,
  cadence: fragments`
    (?:cada|todos los|todas las) (?:día|días|noche|noches|semana|semanas|mes|meses|lunes|martes|miércoles|jueves|viernes|sábado|sábados|domingo|domingos|hora|horas|sprint) / (?:solo )?los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos) / a las \d{1,2}[:.]\d\d
  `,
  recurs: fragments`se \p{L}+(?:a|an|e|en) / (?:corre|rotan?|cambian?|sale|salen|arranca|empieza|ocurre)`,
  self: fragments`
    soy (?:en realidad |solo )?(?:el |la |un |una )?(?:únic[oa] (?:que|\p{L}+)|(?:[\p{L}-]+ ){0,2}(?:desarrollador\p{L}*|programador\p{L}*|diseñador\p{L}*|tester|estudiante|administrador\p{L}*|ingenier\p{L}+|analista|principiante|profesor\p{L}*|jef[ea]|backend|frontend|médic[oa]|abogad[oa]))
    (?:vivo|trabajo) (?:en|desde) (?!(?:modo|el|la|los|las|un|una|ello|eso|est\p{L}+)(?!\p{L}))\p{L}+ / estoy en (?!eso|esto|ello)\p{L}+(?:,| y) (?:y )?mis? / no (?:sé|hablo|conozco bien) (?:mucho )?(?:de )?(?:python|inglés|javascript|sql|docker|git|rust|java|react) / mi (?:zona horaria|editor|nombre|jef[ea]|terminal) es / (?:yo )?(?:nunca|siempre) (?:uso|trabajo|reviso|despliego)
  `,
  taste: fragments`prefiero (?!(?:la|el|es[ea]|est[ea]|opción|que)(?!\p{L}))(?:[\p{L}-]+ ){1,4}[\p{L}-]+s(?=$|[,.;]) / (?:no me gustan?|odio|detesto|me gustan? más)(?! (?:eso|esto|nada|lo|cómo|el|la)(?!\p{L}))`,
  hence: fragments`(?:así que|por eso) (?:nunca|siempre|nada|ningún|ninguna)`,
  everywhere: fragments`como en todas partes / en todo el (?:proyecto|código) / es nuestra (?:norma|convención)`,
  ranks: fragments`tiene prioridad sobre / es la fuente de verdad`,
  generic: fragments`
    (?:todos? l[oa]s?|todas? las|cada) (?:[\p{L}-]+ ){1,2}(?:se (?:guardan?|escriben?|despliegan?|nombran?|publican?|revisan?)|va|van|est[áa]n? en|tienen? que|necesitan?|deben?|tienen?) / (?:las|los) [\p{L}-]+s (?:siempre |solo )?(?:van|se guardan|se escriben|se despliegan|se publican|viven) (?:siempre |solo )?(?:en|a|desde|con|por)
    (?:las|los) (?:secretos|claves|logs|registros|documentos|tickets|respaldos|copias|credenciales|métricas|alertas|contraseñas) están (?:siempre |todos |todas )?en (?!rojo|mal|blanco)[\p{L}\d./]
  `,
  permission: fragments`
    (?:nada|ning[úu]n\p{L}*) [^,;]{2,80}sin (?:preguntar|consultar|mi|permiso)\p{L}* / (?:por favor,? )?no (?:añadas|agregues|borres|elimines|toques|cambies|hagas|subas|despliegues|instales|\p{L}+) [^,;]{2,80}sin (?:preguntarme|preguntar|mi|consultarme|permiso|revisión|aprobación) / (?:siempre )?(?:pregúntame|consúltame|avísame|pídeme \p{L}+|pregúntale a \p{L}+) (?:siempre )?antes de (?!(?:eso|esto|empezar|hacer(?:lo)?|nada)(?!\p{L}))\p{L}+ \p{L}+ / (?:consulta|pregunta) (?:con|a) \p{L}+ antes de \p{L}+
  `,
  forGood: fragments`(?:el |la |los |las )?(?:[\p{L}\d_./-]+ ){1,3}(?:está|están) (?:congelad[oa]s?|obsolet[oa]s?|archivad[oa]s?|en solo lectura) / (?:el|la|nuestr[oa]) (?:servidor|host|máquina|clúster|base de datos|cola|bucket|repo|runner|canal)(?: de(?:l| la)? [\p{L}-]+){0,2} (?:se llama|es \p{L}+ v?\d+) / (?:la palabra )?["'«]?[\p{L}-]+["'»]? (?:aquí |para nosotros )(?:significa|es)`,
  runsUnder: fragments`(?:prod|producción|el servidor|staging) (?:corre|va|está|usa) (?:en |con )?[\p{L}]+ ?\d / (?:trabajo|uso) (?:\p{L}+ )?(?:(?:en|con|desde) )?(?:windows|mac(?:os)?|linux|ubuntu|wsl|debian|emacs|neovim|vim|helix|zed|vs ?code|intellij|zsh|fish)(?!\p{L})`,
  moment: fragments`
    ahora / hoy / ayer / mañana / todavía / aún / otra vez / de nuevo / ya / por ahora / de momento / esta vez / dos veces / siguiente paso / luego / después / cuando / si
  `,
  passing: fragments`
    (?:un|el|este|ese|mismo|da|hay|con) error / errores / fall(?:a|an|ó|ando|o) / rot(?:o|a)(?! cada ) / problema\p{L}* / caíd(?:o|a) / lent[oa] / mal / est[ea] (?:archivo|test|rama|commit|vez)
  `,
  ofTheWork: fragments`(?:el |la |un |una |este |esta )?(?:error|fallo|bug|problema|log|salida|captura|rama|commit|cambio|prueba)`,
};
