using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Sql;

public sealed class KeyLiteralTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(long.MaxValue, "9223372036854775807")]
    [InlineData(long.MinValue, "9223372036854775808")]
    [InlineData(-1, "18446744073709551615")]
    public void An_unsigned_key_is_kept_by_its_bits(long key, string literal) => Assert.Equal(literal, KeyLiteral.Of(Maps.Of<Unsigned>(), key));

    [Theory]
    [InlineData(long.MaxValue, "9223372036854775807")]
    [InlineData(-1, "-1")]
    public void A_signed_key_may_be_negative(long key, string literal) => Assert.Equal(literal, KeyLiteral.Of(Maps.Of<Signed>(), key));

    private sealed class Signed
    {
        public long Id { get; set; }
    }

    private sealed class Unsigned
    {
        public ulong Id { get; set; }
    }
}
