/** A secret that is known by its shape alone. */
export interface SecretFormat {
  id: string;
  /** Text that every value of it contains: a cheap look before the pattern runs. */
  hints: readonly string[];
  /**
   * Global. Must be linear: a bounded start, and either a fixed length or an open end without anything required behind
   * it. Group `value` is what gets masked, else the whole match.
   */
  pattern: RegExp;
}

/** Left edge of a token: no letter or digit before it, except the letter of an escape such as `\n` in quoted JSON. */
const EDGE = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))`;

function format(id: string, hints: string | readonly string[], pattern: string, flags = "g"): SecretFormat {
  return { id, hints: typeof hints === "string" ? [hints] : hints, pattern: new RegExp(pattern, flags) };
}

const token = (id: string, hints: string | readonly string[], pattern: string): SecretFormat =>
  format(id, hints, EDGE + pattern);

/** The named formats, one line each; generic assignments are in `secret-assignments.ts`. */
export const SECRET_FORMATS: readonly SecretFormat[] = [
  token("anthropic", "sk-ant-", "sk-ant-[A-Za-z0-9_-]{20,}"),
  token("openai", "sk-", "sk-(?:proj|svcacct|admin|None|or-v1|lf|litellm)-[A-Za-z0-9_-]{20,}"),
  token("openai-legacy", "sk-", "sk-(?=[A-Za-z]{0,40}[0-9])[A-Za-z0-9]{20,}"),
  token("github", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "gh[pousr]_[A-Za-z0-9]{30,}"),
  token("github-fine-grained", "github_pat_", "github_pat_[A-Za-z0-9_]{22,}"),
  token(
    "gitlab",
    ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-", "gloas-"],
    "gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas)-[A-Za-z0-9_.-]{20,}",
  ),
  token("slack", "xox", "xox[abeoprs](?:\\.xox[abeoprs])?-[A-Za-z0-9-]{10,}"),
  token("slack-app", "xapp-", "xapp-[0-9]-[A-Za-z0-9-]{20,}"),
  format(
    "slack-webhook",
    "hooks.slack.com/",
    "hooks\\.slack\\.com/(?:services|workflows|triggers)/(?<value>[A-Za-z0-9/_-]{20,})",
    "dg",
  ),
  format(
    "discord-webhook",
    "/api/webhooks/",
    "discord(?:app)?\\.com/api/webhooks/(?<value>[0-9]{15,22}/[A-Za-z0-9_-]{30,})",
    "dg",
  ),
  token(
    "aws-access-key",
    ["AKIA", "ASIA", "ABIA", "ACCA"],
    "(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])",
  ),
  token("aws-bedrock", "ABSK", "ABSK[A-Za-z0-9+/]{100,}={0,2}"),
  token("google-api", "AIza", "AIza[A-Za-z0-9_-]{35}"),
  token("google-oauth", "ya29.", "ya29\\.[A-Za-z0-9_-]{20,}"),
  token("google-oauth-secret", "GOCSPX-", "GOCSPX-[A-Za-z0-9_-]{20,}"),
  token("stripe", ["k_live_", "k_test_"], "[sr]k_(?:live|test)_[A-Za-z0-9]{16,}"),
  token("stripe-webhook", "whsec_", "whsec_[A-Za-z0-9+/]{24,}"),
  token("npm", "npm_", "npm_[A-Za-z0-9]{36,}"),
  token("pypi", "pypi-", "pypi-[A-Za-z0-9_-]{50,}"),
  token("jwt", "eyJ", "eyJ[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{8,8000}(?:\\.[A-Za-z0-9_-]*)?"),
  token("telegram", ":AA", "[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])"),
  token("sendgrid", "SG.", "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}"),
  token("twilio", ["AC", "SK"], "(?:AC|SK)(?=[0-9a-f]{0,31}[0-9])[0-9a-f]{32}(?![A-Za-z0-9])"),
  token("mailgun", "key-", "key-[0-9a-f]{32}(?![A-Za-z0-9])"),
  token("mailchimp", "-us", "[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])"),
  token("huggingface", ["hf_", "api_org_"], "(?:hf|api_org)_[A-Za-z]{30,}"),
  token("digitalocean", ["dop_v1_", "doo_v1_", "dor_v1_"], "do[opr]_v1_[0-9a-f]{64}"),
  token("databricks", "dapi", "dapi[0-9a-f]{32}(?:-[0-9])?(?![A-Za-z0-9])"),
  token("shopify", "shp", "shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
  token("square", ["sq0", "EAAA"], "(?:sq0[a-z]{3}-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{60})"),
  token("linear", ["lin_api_", "lin_oauth_"], "lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
  token("notion", ["ntn_", "secret_"], "(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})"),
  token("figma", "figd_", "figd_[A-Za-z0-9_-]{38,}"),
  token("groq", "gsk_", "gsk_[A-Za-z0-9]{40,}"),
  token("xai", "xai-", "xai-[A-Za-z0-9]{60,}"),
  token("perplexity", "pplx-", "pplx-[A-Za-z0-9]{40,}"),
  token("replicate", "r8_", "r8_[A-Za-z0-9]{37}"),
  token("fireworks", "fw_", "fw_[A-Za-z0-9]{22,26}(?![A-Za-z0-9])"),
  token("tavily", "tvly-", "tvly-[A-Za-z0-9_-]{24,}"),
  token("langsmith", ["lsv2_"], "lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
  token("supabase", ["sbp_", "sb_secret_"], "(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,})"),
  token("vercel-blob", "vercel_blob_rw_", "vercel_blob_rw_[A-Za-z0-9_]{30,}"),
  token("netlify", "nfp_", "nfp_[A-Za-z0-9]{36,}"),
  token("render", "rnd_", "rnd_[A-Za-z0-9]{28,}"),
  token("fly", ["fm1", "fm2_", "fo1_"], "(?:fm[12][a-z]?|fo1)_[A-Za-z0-9+/=,_-]{40,}"),
  token("planetscale", "pscale_", "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}"),
  token("doppler", "dp.", "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,}"),
  token("hashicorp-vault", ["hvs.", "hvb."], "hv[sb]\\.[A-Za-z0-9_-]{24,}"),
  token("terraform-cloud", ".atlasv1.", "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,}"),
  token("grafana", ["glc_", "glsa_"], "(?:glc_[A-Za-z0-9+/=]{32,}|glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8})"),
  token("sentry", ["sntrys_", "sntryu_"], "sntry[su]_[A-Za-z0-9+/=_-]{40,}"),
  token("newrelic", "NRAK-", "NRAK-[A-Z0-9]{27}"),
  token("postman", "PMAK-", "PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
  token("atlassian", "ATATT3", "ATATT3[A-Za-z0-9_=-]{60,}"),
  token("dropbox", "sl.", "sl\\.(?:u\\.)?[A-Za-z0-9_-]{130,}"),
  token("1password", "ops_eyJ", "ops_eyJ[A-Za-z0-9+/=_-]{60,}"),
  token("age", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[0-9A-Z]{58}"),
  token("docker", "dckr_", "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
  token("rubygems", "rubygems_", "rubygems_[0-9a-f]{48}"),
  token("crates", "cio", "cio[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
  token("nuget", "oy2", "oy2[a-z0-9]{43}(?![A-Za-z0-9])"),
  token("artifactory", "AKCp", "AKCp[A-Za-z0-9]{60,}"),
  format("azure-storage", "AccountKey=", "AccountKey=(?<value>[A-Za-z0-9+/]{40,}={0,2})", "dg"),
  format("azure-sas", "sig=", "[?&](?:amp;)?sig=(?<value>[A-Za-z0-9%+/]{40,}(?:%3[dD]|=){0,2})", "dg"),
  token("azure-ad-secret", "8Q~", "[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])"),
];
