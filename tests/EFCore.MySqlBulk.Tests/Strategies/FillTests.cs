using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Strategies;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Logging.Abstractions;

namespace EFCore.MySqlBulk.Tests.Strategies;

/// <summary>How rows are divided into statements, without sending any.</summary>
public sealed class FillTests : IDisposable
{
    private readonly ModelContext _context = new(model =>
    {
        model.Entity<User>().ToTable("users");
        model.Entity<Note>().ToTable("notes");
    });

    public void Dispose() => _context.Dispose();

    [Fact]
    public void Literals_of_an_insert()
    {
        IBulkStrategy strategy = Insert(BulkStrategy.MultiRowValues);
        Assert.Equal(2, strategy.Fill(Rows("O'Brien", "😀")));
        Assert.Equal("INSERT INTO `users` (`Name`) VALUES ('O''Brien'),('😀')", strategy.Text);
    }

    [Fact]
    public void Literals_of_an_update()
    {
        IBulkStrategy strategy = Update(BulkStrategy.ValuesJoin);
        Assert.Equal(2, strategy.Fill(Rows("a", "b")));
        Assert.Equal(
            "UPDATE (VALUES ROW(1,_utf8mb4'a'),ROW(2,_utf8mb4'b')) AS v(c0,c1) STRAIGHT_JOIN `users` AS t ON t.`Id` = v.c0 SET t.`Name` = v.c1", strategy.Text);
    }

    [Fact]
    public void Literals_of_a_delete()
    {
        IBulkStrategy strategy = BulkStrategies.Create(
            BulkPlanner.Delete(Table, Call(new()), null), Context(), Maps.Names);
        Assert.Equal(3, strategy.Fill(Rows("a", "b", "c")));
        Assert.Equal("DELETE FROM `users` WHERE `Id` IN (1,2,3)", strategy.Text);
    }

    [Fact]
    public void A_statement_ends_at_its_rows()
    {
        IBulkStrategy strategy = Insert(BulkStrategy.MultiRowValues, batchRows: 3);
        Assert.Equal((3, 3), (strategy.WindowRows, strategy.Fill(Rows("a", "b", "c", "d"))));
        Assert.Equal(1, strategy.Fill(Rows("d")));
        Assert.Equal("INSERT INTO `users` (`Name`) VALUES ('d')", strategy.Text);
    }

    [Fact]
    public void A_statement_ends_before_the_row_that_would_pass_its_bytes()
    {
        IBulkStrategy strategy = Insert(BulkStrategy.MultiRowValues);
        string third = new('x', 15_000);
        Assert.Equal(2, strategy.Fill(Rows(third, third, third, third)));
        Assert.Equal(1, strategy.Fill(Rows(new string('x', 50_000), third)));
    }

    [Fact]
    public void A_row_that_would_pass_the_packet_limit_is_left_for_the_next_statement()
    {
        IBulkStrategy strategy = Insert(BulkStrategy.MultiRowValues, server: KnownServers.MySql97 with { MaxAllowedPacket = 11_000 });
        string half = new('x', 5_000);
        Assert.Equal(1, strategy.Fill(Rows(half, half, half)));
        Assert.Equal($"INSERT INTO `users` (`Name`) VALUES ('{half}')", strategy.Text);
    }

    [Theory]
    [InlineData(BulkStrategy.MultiRowValues, 1_024)]
    [InlineData(BulkStrategy.MultiRowValues, 6_000)]
    public void A_row_that_fits_into_no_statement_is_refused_and_named(BulkStrategy strategy, int packet)
    {
        IBulkStrategy insert = Insert(strategy, server: KnownServers.MySql97 with { MaxAllowedPacket = packet });
        RowValueException refused = Assert.Throws<RowValueException>(() => insert.Fill(Rows(new string('ü', 3_000), "next")));
        Assert.StartsWith("One row of 'User' needs a statement of ", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, refused.Row?.Index);
    }

    [Fact]
    public void The_packet_limit_counts_bytes_not_characters()
    {
        IBulkStrategy strategy = Insert(BulkStrategy.MultiRowValues, server: KnownServers.MySql97 with { MaxAllowedPacket = 11_000 });
        string text = new('ü', 3_000);
        Assert.Equal(1, strategy.Fill(Rows(text, text)));
    }

    [Fact]
    public void Full_batches_are_prepared_and_the_rest_goes_as_literals()
    {
        IBulkStrategy strategy = Insert(BulkStrategy.PreparedMultiRow, batchRows: 2);
        Assert.Equal(2, strategy.Fill(Rows("a", "b", "c")));
        Assert.Equal("INSERT INTO `users` (`Name`) VALUES (?),(?)", strategy.Text);
        Assert.Equal(1, strategy.Fill(Rows("c")));
        Assert.Equal("INSERT INTO `users` (`Name`) VALUES ('c')", strategy.Text);
    }

    [Fact]
    public void A_batch_of_wide_rows_goes_as_literals()
    {
        IBulkStrategy strategy = Insert(BulkStrategy.PreparedMultiRow, batchRows: 3);
        string wide = new('x', 400_000);
        Assert.Equal(2, strategy.Fill(Rows(wide, wide, wide)));
        Assert.StartsWith("INSERT INTO `users` (`Name`) VALUES ('xxx", strategy.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_prepared_list_holds_values_of_its_columns_types()
    {
        IBulkStrategy strategy = UpdateNotes();
        Assert.Equal(2, strategy.Fill(Notes("a", "b")));
        Assert.StartsWith("UPDATE (VALUES ROW(?,?),ROW(?,?))", strategy.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_prepared_list_with_NULL_goes_as_literals()
    {
        IBulkStrategy strategy = UpdateNotes();
        Assert.Equal(2, strategy.Fill(Notes(null, "b")));
        Assert.StartsWith("UPDATE (VALUES ROW(1,NULL),ROW(2,_utf8mb4'b'))", strategy.Text, StringComparison.Ordinal);
        Assert.Equal(2, strategy.Fill(Notes("a", "b")));
        Assert.StartsWith("UPDATE (VALUES ROW(?,?),ROW(?,?))", strategy.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(65_535, true)]
    [InlineData(65_536, false)]
    public void A_prepared_list_with_a_long_text_goes_as_literals(int characters, bool prepared)
    {
        IBulkStrategy strategy = UpdateNotes();
        Assert.Equal(2, strategy.Fill(Notes("a", new('x', characters))));
        Assert.Equal(prepared, strategy.Text.Contains('?', StringComparison.Ordinal));
    }

    [Fact]
    public void A_prepared_insert_may_hold_NULL()
    {
        TableMap notes = TableMaps.Of(_context.Model.FindEntityType(typeof(Note))!);
        ResolvedOptions options = new() { Strategy = BulkStrategy.PreparedMultiRow, BatchRows = 2 };
        IBulkStrategy strategy = BulkStrategies.Create(
            BulkPlanner.Insert(new(notes, true), Call(options), KeyUncertainty.None), Context(), Maps.Names);
        Assert.Equal(2, strategy.Fill(Notes(null, "b")));
        Assert.Equal("INSERT INTO `notes` (`Text`) VALUES (?),(?)", strategy.Text);
    }

    [Fact]
    public void One_row_has_parameters_with_the_key_last()
    {
        IBulkStrategy strategy = Update(BulkStrategy.RowByRow);
        Assert.Equal(1, strategy.Fill(Rows("a", "b")));
        Assert.Equal("UPDATE `users` SET `Name` = ? WHERE `Id` = ?", strategy.Text);
    }

    private TableMap Table => TableMaps.Of(_context.Model.FindEntityType(typeof(User))!);

    private IBulkStrategy Insert(BulkStrategy strategy, int? batchRows = null, ServerFacts? server = null)
        => BulkStrategies.Create(
            BulkPlanner.Insert(
                new(Table, true), Call(new() { Strategy = strategy, BatchRows = batchRows }, server), KeyUncertainty.None),
            Context(), Maps.Names);

    private IBulkStrategy Update(BulkStrategy strategy)
        => BulkStrategies.Create(BulkPlanner.Update(new(Table), Call(new() { Strategy = strategy })), Context(), Maps.Names);

    private IBulkStrategy UpdateNotes()
    {
        TableMap notes = TableMaps.Of(_context.Model.FindEntityType(typeof(Note))!);
        ResolvedOptions options = new() { Strategy = BulkStrategy.PreparedValuesJoin, BatchRows = 2 };
        return BulkStrategies.Create(BulkPlanner.Update(new(notes), Call(options)), Context(), Maps.Names);
    }

    private static CallFacts Call(ResolvedOptions options, ServerFacts? server = null) => new(options, server ?? KnownServers.MySql97, KnownServers.Session, 10);

    private Connections Context() => new(new(_context, null, NullLogger.Instance, IOBehavior.Synchronous), null);

    private static BulkRow[] Rows(params string[] names) => [.. names.Select((name, i) => new BulkRow(new User { Id = i + 1, Name = name }, null, i))];

    private static BulkRow[] Notes(params string?[] texts) => [.. texts.Select((text, i) => new BulkRow(new Note { Id = i + 1, Text = text }, null, i))];

    private sealed class Note
    {
        public int Id { get; set; }

        public string? Text { get; set; }
    }

    private sealed class User
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }
}
