using FsCheck;
using FsCheck.Fluent;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Text made of quotes, backslashes and other characters that could end a literal early, and of any others.</summary>
internal static class TextPieces
{
    private static readonly string[] Pieces =
    [
        "\\", "'", "\"", "\0", "\n", "\r", "\u001a", "%", "_", "`", ";", "-- ", "/*", "*/", "#", "?", "@b0", "@p0", "{0}", "a", " ", "\u00c2", "\u00e0", "é", "Ж", "漢", "😀", "\uffff",
        "\u2019", "\u02bc", "\uff07", "\\'", "''", "\\\\", "');DROP TABLE notes;-- ",
    ];

    public static Gen<string> Text { get; } = Gen
        .Frequency((4, Gen.Elements(Pieces)), (1, ArbMap.Default.GeneratorFor<ushort>().Where(c => !char.IsSurrogate((char)c)).Select(c => ((char)c).ToString())))
        .ArrayOf().Select(string.Concat);
}
