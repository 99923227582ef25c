using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Tests.Sql;

/// <summary>The forms in which columns store given values, as SQL.</summary>
public sealed class StoredFormTests
{
    [Theory]
    [InlineData("datetime", null, "DateTime", "CAST(v AS DATETIME(0))")]
    [InlineData("timestamp(3)", null, "DateTimeOffset", "CAST(v AS DATETIME(3))")]
    [InlineData("datetime(6)", null, "DateTime", "v")]
    [InlineData("time", null, "TimeSpan", "CAST(v AS TIME(0))")]
    [InlineData("date", null, "DateTime", "CAST(CAST(v AS DATETIME(0)) AS DATE)")]
    [InlineData("decimal(10,2) unsigned", null, "Decimal", "CAST(v AS DECIMAL(65,2))")]
    [InlineData("decimal(10)", null, "Decimal", "CAST(v AS DECIMAL(65,0))")]
    [InlineData("float", null, "Double", "CAST(v AS FLOAT)")]
    [InlineData("double", null, "Double", "v")]
    [InlineData("binary(4)", null, "Binary", "CONCAT(v,REPEAT(0x00,4-LENGTH(v)))")]
    [InlineData("binary(16)", null, "Other", "v")]
    [InlineData("char(10)", "utf8mb4_0900_ai_ci", "Text", "RTRIM(v)")]
    [InlineData("varchar(10)", "utf8mb3_general_ci", "Text", "v")]
    [InlineData("varchar(10)", "latin1_bin", "Text", "CASE WHEN CONVERT(CONVERT(v USING latin1) USING utf8mb4) COLLATE utf8mb4_bin=v THEN CONVERT(v USING latin1) COLLATE latin1_bin END")]
    [InlineData("enum('a,1','b')", "utf8mb4_bin", "Text", "v")]
    [InlineData("int unsigned", null, "UInt32", "v")]
    public void A_value_as_its_column_stores_it(string type, string? collation, string kind, string form)
        => Assert.Equal(form, StoredForm.Of(StoredType.Parse(type, collation), Enum.Parse<ValueKind>(kind), static () => "v"));

    [Fact]
    public void Without_the_type_it_is_the_value() => Assert.Equal("v", StoredForm.Of(null, ValueKind.Decimal, static () => "v"));

    [Fact]
    public void Text_is_ranked_by_its_collation()
        => Assert.Equal("v COLLATE utf8mb4_bin", StoredForm.Ranked(StoredType.Parse("varchar(9)", "utf8mb4_bin"), ValueKind.Text, "v"));
}
