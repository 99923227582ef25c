using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>How a run is made, whatever it stores.</summary>
internal sealed record Setting(Way Way, bool IsAsync, string SqlMode, string Culture)
{
    // The server's own is named, so that a pooled connection has no other one left.
    public static IReadOnlyList<string> SqlModes { get; } =
    [
        "DEFAULT", "''", "'ANSI_QUOTES'", "'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES'", "'TRADITIONAL'", "'PIPES_AS_CONCAT,ANSI'",
    ];

    public static IReadOnlyList<string> Cultures { get; } = ["", "de-DE", "tr-TR", "ar-SA", "fa-IR", "sv-SE"];

    public bool IsStrict => SqlMode is not ("''" or "'ANSI_QUOTES'" or "'PIPES_AS_CONCAT,ANSI'");

    public override string ToString() => $"{Way}, {(IsAsync ? "asynchronous" : "synchronous")}, sql_mode={SqlMode}, culture '{Culture}'";
}
