using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class SessionFactsTests
{
    [Theory]
    [InlineData("STRICT_TRANS_TABLES", true)]
    [InlineData("ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_DATE", true)]
    [InlineData("strict_all_tables", true)]
    [InlineData("STRICT_ALL_TABLES,ANSI_QUOTES", true)]
    [InlineData("", false)]
    [InlineData("ANSI_QUOTES,NO_BACKSLASH_ESCAPES", false)]
    [InlineData("NO_ENGINE_SUBSTITUTION", false)]
    public void Either_strict_mode_makes_a_session_strict(string mode, bool strict) => Assert.Equal(strict, new SessionFacts(mode, "utf8mb4", 1, "shop").IsStrict);

    [Theory]
    [InlineData("utf8mb4 utf8mb4", true)]
    [InlineData("utf8mb4 latin1", false)]
    [InlineData("UTF8MB4 utf8mb4", true)]
    [InlineData("utf8 utf8mb4", false)]
    [InlineData("utf8mb3 utf8mb3", false)]
    [InlineData("latin1 latin1", false)]
    public void Only_utf8mb4_carries_every_text(string characterSet, bool utf8) => Assert.Equal(utf8, new SessionFacts("", characterSet, 1, "shop").TextIsUtf8);

    [Theory]
    [InlineData("", "STRICT_ALL_TABLES")]
    [InlineData("ANSI_QUOTES", "ANSI_QUOTES,STRICT_ALL_TABLES")]
    [InlineData("STRICT_TRANS_TABLES", "STRICT_TRANS_TABLES")]
    [InlineData("STRICT_ALL_TABLES", "STRICT_ALL_TABLES")]
    public void A_strict_session_stays_as_it_is(string mode, string expected)
        => Assert.Equal(new SessionFacts(expected, "latin1 latin1", 1, "shop"), new SessionFacts(mode, "latin1 latin1", 1, "shop").Strict());
}
