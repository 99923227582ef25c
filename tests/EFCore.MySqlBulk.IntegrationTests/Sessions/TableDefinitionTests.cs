using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.Planning.Server;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>What is read out of SHOW CREATE TABLE is what information_schema says.</summary>
[BothServers]
public abstract class TableDefinitionTests(Servers servers, ServerKind kind)
{
    private const string Odd = """
        CREATE TABLE `odd``table` (
          `key` int NOT NULL AUTO_INCREMENT COMMENT 'it''s ") ENGINE=MyISAM"',
          `a``b` enum('x(y','z'' NOT NULL','`') DEFAULT NULL,
          `c"d` set('1','2') NOT NULL DEFAULT '1',
          `e f` bit(9) DEFAULT b'101' COMMENT 'a\n) ENGINE=MyISAM\n  `g` year',
          `g` year NOT NULL DEFAULT 2000,
          `Engine` timestamp NULL DEFAULT NULL,
          `seen` timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
          `line,` decimal(10,2) unsigned DEFAULT 1.50,
          `text` longtext,
          `due` date NOT NULL COMMENT 'no DEFAULT 1',
          `sum` int GENERATED ALWAYS AS (`g` + 1) VIRTUAL,
          PRIMARY KEY (`key`),
          UNIQUE KEY `s` (`seen`),
          KEY `year` (`g`, `e f`)
        ) COMMENT='\n) ENGINE=MyISAM'
        """;

    [Theory]
    [InlineData("''", 1)]
    [InlineData("'ANSI_QUOTES'", 1)]
    [InlineData("''", 0)]
    [InlineData("'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'", 0)]
    public async Task Columns_and_engine_are_those_of_the_server(string mode, int quotes)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_mode=''");
        await TestDatabase.ExecuteAsync(context, Odd);
        List<object?[]> columns = await TestDatabase.QueryAsync(context, "SELECT COLUMN_NAME,LOWER(DATA_TYPE),IS_NULLABLE,IS_NULLABLE='NO' AND COLUMN_DEFAULT IS NULL AND EXTRA='' FROM information_schema.COLUMNS WHERE TABLE_SCHEMA=DATABASE() AND TABLE_NAME='odd`table'");
        await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode={mode}, sql_quote_show_create={quotes}");
        string name = mode.Contains("ANSI", StringComparison.Ordinal) ? "\"odd`table\"" : "`odd``table`";

        TableDefinition definition = TableDefinition.Parse((string)(await TestDatabase.QueryAsync(context, $"SHOW CREATE TABLE {name}"))[0][1]!);

        Assert.Equal("InnoDB", definition.Engine);
        Assert.Equal(11, columns.Count);
        Assert.All(columns, column => Assert.Equal((string)column[1]!, definition.Column((string)column[0]!)?.Type));
        Assert.Equal([("Engine", true), ("seen", false)], columns.Where(column => column[1] is "timestamp").Select(column => ((string)column[0]!, definition.Column((string)column[0]!)!.Value.IsNullable)));
        Assert.Equal(["due"], definition.Required);
        Assert.Equal(columns.Where(column => Convert.ToInt32(column[3], CultureInfo.InvariantCulture) == 1).Select(column => (string)column[0]!), definition.Required);
        Assert.Null(definition.Column("year"));
        Assert.Null(definition.Column("PRIMARY"));
        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_mode=DEFAULT, sql_quote_show_create=DEFAULT");
    }

    [Fact]
    public async Task A_view_has_no_engine()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("CREATE VIEW shown AS SELECT * FROM tickets");

        Assert.Null(TableDefinition.Parse((string)(await database.QueryAsync("SHOW CREATE TABLE shown"))[0][1]!).Engine);
    }
}
