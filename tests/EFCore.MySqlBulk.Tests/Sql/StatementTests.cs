using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Sql;

/// <summary>The exact text of every statement, in every dialect.</summary>
public sealed class StatementTests
{
    private static readonly TableMap Users = Maps.Of<User>(model => model.Entity<User>().ToTable("users"));

    private static readonly TableMap Stocks = Maps.Of<Stock>(model => model.Entity<Stock>(stock =>
    {
        stock.ToTable("stock");
        stock.HasKey(s => new { s.Sku, s.Place });
        stock.Property(s => s.Version).IsConcurrencyToken();
    }));

    private static readonly TableMap Odd = Maps.Of<User>(model => model.Entity<User>(user =>
    {
        user.ToTable("odd `name`");
        user.Property(u => u.Name).HasColumnName("a`b");
        user.Property(u => u.Age).HasColumnName("select");
    }));

    [Fact]
    public void Insert()
        => Assert.Equal(
            "INSERT INTO `users` (`Age`,`Name`) VALUES (?,?),(?,?)",
            InsertStatement.Frame(InsertInto(Users, true), Maps.Names).WithPlaceholders(2, 2));

    [Fact]
    public void A_statement_may_have_thousands_of_rows()
        => Assert.Equal(
            "INSERT INTO `users` (`Age`,`Name`) VALUES " + string.Join(",", Enumerable.Repeat("(?,?)", 2_000)),
            InsertStatement.Frame(InsertInto(Users, true), Maps.Names).WithPlaceholders(2_000, 2));

    [Fact]
    public void Insert_with_keys()
        => Assert.Equal(
            "INSERT INTO `users` (`Id`,`Age`,`Name`) VALUES (?,?,?)",
            InsertStatement.Frame(InsertInto(Users, false), Maps.Names).WithPlaceholders(1, 3));

    [Fact]
    public void Names_are_quoted_with_backticks_doubled()
        => Assert.Equal(
            "INSERT INTO `odd ``name``` (`select`,`a``b`) VALUES (?,?)",
            InsertStatement.Frame(InsertInto(Odd, true), Maps.Names).WithPlaceholders(1, 2));

    [Theory]
    [InlineData("MySql97", "UPDATE (VALUES ROW(?,?,?),ROW(?,?,?)) AS v(c0,c1,c2) STRAIGHT_JOIN `users` AS t ON t.`Id` = v.c0 SET t.`Age` = v.c1,t.`Name` = v.c2")]
    [InlineData("MySql8018", "UPDATE (SELECT NULL AS c0,NULL AS c1,NULL AS c2 FROM DUAL WHERE 0 UNION ALL SELECT ?,?,? UNION ALL SELECT ?,?,?) AS v "
        + "STRAIGHT_JOIN `users` AS t ON t.`Id` = v.c0 SET t.`Age` = v.c1,t.`Name` = v.c2")]
    [InlineData("MariaDb1011", "UPDATE (SELECT NULL AS c0,NULL AS c1,NULL AS c2 FROM DUAL WHERE 0 UNION ALL VALUES (?,?,?),(?,?,?)) AS v "
        + "STRAIGHT_JOIN `users` AS t ON t.`Id` = v.c0 SET t.`Age` = v.c1,t.`Name` = v.c2")]
    [InlineData("MariaDb102", "UPDATE (SELECT NULL AS c0,NULL AS c1,NULL AS c2 FROM DUAL WHERE 0 UNION ALL SELECT ?,?,? UNION ALL SELECT ?,?,?) AS v "
        + "STRAIGHT_JOIN `users` AS t ON t.`Id` = v.c0 SET t.`Age` = v.c1,t.`Name` = v.c2")]
    public void Update_by_join(string server, string text)
        => Assert.Equal(text, ExistingRowsFrame.Of(Update(Users, server), Maps.Names).WithPlaceholders(2, 3));

    [Theory]
    [InlineData("MySql97", "UPDATE (VALUES ROW(?,?,?,?,?)) AS v(c0,c1,c2,c3,c4) STRAIGHT_JOIN `stock` AS t "
        + "ON t.`Sku` = v.c0 AND t.`Place` = v.c1 AND t.`Version` <=> v.c2 SET t.`Quantity` = v.c3,t.`Version` = v.c4")]
    [InlineData("MySql8018", "UPDATE (SELECT NULL AS c0,NULL AS c1,NULL AS c2,NULL AS c3,NULL AS c4 FROM DUAL WHERE 0 UNION ALL SELECT ?,?,?,?,?) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c0 AND t.`Place` = v.c1 AND t.`Version` <=> v.c2 SET t.`Quantity` = v.c3,t.`Version` = v.c4")]
    [InlineData("MariaDb1011", "UPDATE (SELECT NULL AS c0,NULL AS c1,NULL AS c2,NULL AS c3,NULL AS c4 FROM DUAL WHERE 0 UNION ALL VALUES (?,?,?,?,?)) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c0 AND t.`Place` = v.c1 AND t.`Version` <=> v.c2 SET t.`Quantity` = v.c3,t.`Version` = v.c4")]
    [InlineData("MariaDb102", "UPDATE (SELECT NULL AS c0,NULL AS c1,NULL AS c2,NULL AS c3,NULL AS c4 FROM DUAL WHERE 0 UNION ALL SELECT ?,?,?,?,?) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c0 AND t.`Place` = v.c1 AND t.`Version` <=> v.c2 SET t.`Quantity` = v.c3,t.`Version` = v.c4")]
    public void Update_by_join_with_a_composite_key_and_a_token(string server, string text)
        => Assert.Equal(text, ExistingRowsFrame.Of(Update(Stocks, server), Maps.Names).WithPlaceholders(1, 5));

    [Theory]
    [InlineData("MySql97", "DELETE t FROM (VALUES ROW(?,?,?),ROW(?,?,?)) AS v(c0,c1,c2) "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c0 AND t.`Place` = v.c1 AND t.`Version` <=> v.c2")]
    [InlineData("MySql8018", "DELETE t FROM (SELECT NULL AS c0,NULL AS c1,NULL AS c2 FROM DUAL WHERE 0 UNION ALL SELECT ?,?,? UNION ALL SELECT ?,?,?) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c0 AND t.`Place` = v.c1 AND t.`Version` <=> v.c2")]
    [InlineData("MariaDb1011", "DELETE t FROM (SELECT NULL AS c0,NULL AS c1,NULL AS c2 FROM DUAL WHERE 0 UNION ALL VALUES (?,?,?),(?,?,?)) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c0 AND t.`Place` = v.c1 AND t.`Version` <=> v.c2")]
    [InlineData("MariaDb102", "DELETE t FROM (SELECT NULL AS c0,NULL AS c1,NULL AS c2 FROM DUAL WHERE 0 UNION ALL SELECT ?,?,? UNION ALL SELECT ?,?,?) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c0 AND t.`Place` = v.c1 AND t.`Version` <=> v.c2")]
    public void Delete_by_join(string server, string text)
        => Assert.Equal(text, ExistingRowsFrame.Of(Delete(Stocks, server), Maps.Names).WithPlaceholders(2, 3));

    [Theory]
    [InlineData("MySql97")]
    [InlineData("MySql8018")]
    [InlineData("MariaDb1011")]
    [InlineData("MariaDb102")]
    public void Delete_by_a_list_of_keys_is_the_same_in_every_dialect(string server)
    {
        Assert.Equal("DELETE FROM `users` WHERE `Id` IN (?,?,?)", DeleteStatement.KeyList(Delete(Users, server), Maps.Names).WithPlaceholders(3, 1));
        BulkPlan composite = Delete(Stocks, server, checkTokens: false);
        Assert.Equal(
            "DELETE FROM `stock` WHERE (`Sku`,`Place`) IN ((?,?),(?,?))", DeleteStatement.KeyList(composite, Maps.Names).WithPlaceholders(2, 2));
    }

    [Fact]
    public void One_row()
    {
        Assert.Equal("INSERT INTO `users` (`Age`,`Name`) VALUES (?,?)", InsertStatement.OneRow(InsertInto(Users, true), Maps.Names).Text);
        Assert.Equal("UPDATE `users` SET `Age` = ?,`Name` = ? WHERE `Id` = ?", UpdateStatement.OneRow(Update(Users), Maps.Names, []).Text);
        Assert.Equal("DELETE FROM `users` WHERE `Id` = ?", DeleteStatement.OneRow(Delete(Users), Maps.Names).Text);
        Assert.Equal(
            "UPDATE `stock` SET `Quantity` = ?,`Version` = ? WHERE `Sku` = ? AND `Place` = ? AND `Version` <=> ?",
            UpdateStatement.OneRow(Update(Stocks), Maps.Names, []).Text);
        Assert.Equal("DELETE FROM `stock` WHERE `Sku` = ? AND `Place` = ? AND `Version` <=> ?", DeleteStatement.OneRow(Delete(Stocks), Maps.Names).Text);
    }

    [Fact]
    public void Every_token_is_compared_with_its_own_column_of_the_list()
    {
        TableMap table = Maps.Of<Stock>(model => model.Entity<Stock>(stock =>
        {
            stock.ToTable("stock").HasKey(s => s.Sku);
            stock.Property(s => s.Place).IsConcurrencyToken();
            stock.Property(s => s.Version).IsConcurrencyToken();
        }));
        Assert.Equal(
            "DELETE t FROM (VALUES ROW(?,?,?)) AS v(c0,c1,c2) STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c0 AND t.`Place` <=> v.c1 AND t.`Version` <=> v.c2",
            DeleteStatement.Join(Delete(table), Maps.Names).WithPlaceholders(1, 3));
    }

    [Theory]
    [InlineData("MySql97", "SELECT SQL_BUFFER_RESULT v.c0,t.`Quantity` FROM (VALUES ROW(?,?,?,?)) AS v(c0,c1,c2,c3) "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c1 AND t.`Place` = v.c2 AND t.`Version` <=> v.c3 LOCK IN SHARE MODE")]
    [InlineData("MySql8018", "SELECT SQL_BUFFER_RESULT v.c0,t.`Quantity` FROM (SELECT NULL AS c0,NULL AS c1,NULL AS c2,NULL AS c3 FROM DUAL WHERE 0 UNION ALL SELECT ?,?,?,?) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c1 AND t.`Place` = v.c2 AND t.`Version` <=> v.c3 LOCK IN SHARE MODE")]
    [InlineData("MariaDb1011", "SELECT SQL_BUFFER_RESULT v.c0,t.`Quantity` FROM (SELECT NULL AS c0,NULL AS c1,NULL AS c2,NULL AS c3 FROM DUAL WHERE 0 UNION ALL VALUES (?,?,?,?)) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c1 AND t.`Place` = v.c2 AND t.`Version` <=> v.c3 LOCK IN SHARE MODE")]
    [InlineData("MariaDb102", "SELECT SQL_BUFFER_RESULT v.c0,t.`Quantity` FROM (SELECT NULL AS c0,NULL AS c1,NULL AS c2,NULL AS c3 FROM DUAL WHERE 0 UNION ALL SELECT ?,?,?,?) AS v "
        + "STRAIGHT_JOIN `stock` AS t ON t.`Sku` = v.c1 AND t.`Place` = v.c2 AND t.`Version` <=> v.c3 LOCK IN SHARE MODE")]
    public void Lookup(string server, string text)
        => Assert.Equal(text, LookupStatement.Frame(KeyLookup.AsMatched(Delete(Stocks, server)) with { Read = [Stocks.Column("Quantity")], Lock = RowLock.Shared }, Maps.Names).WithPlaceholders(1, 4));

    [Fact]
    public void A_lookup_that_is_not_locked_is_a_plain_read()
        => Assert.Equal(
            "SELECT v.c0 FROM (VALUES ROW(?,?)) AS v(c0,c1) STRAIGHT_JOIN `users` AS t ON t.`Id` = v.c1",
            LookupStatement.Frame(KeyLookup.AsMatched(Delete(Users)) with { Read = [] }, Maps.Names).WithPlaceholders(1, 2));

    [Fact]
    public void Key_verification()
        => Assert.Equal(
            "SELECT `Id`,`Age`,`Name` FROM `users` WHERE `Id` BETWEEN 7 AND 9 ORDER BY `Id`",
            KeyVerificationStatement.Text(InsertInto(Users, true), Maps.Names, 7, 9));

    [Fact]
    public void Key_verification_writes_the_largest_keys_in_full()
        => Assert.Contains(
            "BETWEEN 9223372036854775806 AND 9223372036854775807",
            KeyVerificationStatement.Text(InsertInto(Users, true), Maps.Names, long.MaxValue - 1, long.MaxValue), StringComparison.Ordinal);

    [Fact]
    public void Key_verification_compares_all_but_defaults()
    {
        TableMap table = Maps.Of<Wide>(model => model.Entity<Wide>().Property(w => w.State).HasDefaultValue(1));
        Assert.Equal(["Cut", "Flag", "Guid", "Rounded", "Scaled", "Text"], KeyVerificationStatement.Compared(InsertInto(table, true)).Select(c => c.Name).Order());
    }

    [Fact]
    public void Key_verification_skips_columns_that_the_server_normalises()
    {
        TableMap table = Maps.Of<Wide>(model => model.Entity<Wide>(wide =>
        {
            wide.Property(w => w.Text).HasColumnType("json");
            wide.Property(w => w.Guid).Metadata.SetTypeMapping(new PlainMapping(typeof(Guid), "binary(16)"));
        }));
        Assert.Equal(["Cut", "Flag", "Rounded", "Scaled", "State"], KeyVerificationStatement.Compared(InsertInto(table, true)).Select(c => c.Name).Order());
    }

    private static BulkPlan InsertInto(TableMap table, bool generatesKeys)
        => BulkPlanner.Insert(new(table, generatesKeys), Call(Options()), KeyUncertainty.None);

    private static BulkPlan Update(TableMap table, string server = "MySql97")
        => BulkPlanner.Update(new(table), Call(Options(), server));

    private static BulkPlan Delete(TableMap table, string server = "MySql97", bool checkTokens = true)
        => BulkPlanner.Delete(table, Call(Options() with { CheckConcurrency = checkTokens }, server), null);

    private static CallFacts Call(ResolvedOptions options, string server = "MySql97") => new(options, KnownServers.ByName[server], KnownServers.Session, 10);

    private static ResolvedOptions Options() => new() { CheckConcurrency = true, ReturnKeys = true };

    private sealed class User
    {
        public long Id { get; set; }

        public int Age { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Stock
    {
        public string Sku { get; set; } = "";

        public int Place { get; set; }

        public int Quantity { get; set; }

        public int? Version { get; set; }
    }

    private sealed class Wide
    {
        public int Id { get; set; }

        public bool Flag { get; set; }

        public double Rounded { get; set; }

        public decimal Scaled { get; set; }

        public DateTime Cut { get; set; }

        public int State { get; set; }

        public Guid Guid { get; set; }

        public string Text { get; set; } = "";
    }
}
