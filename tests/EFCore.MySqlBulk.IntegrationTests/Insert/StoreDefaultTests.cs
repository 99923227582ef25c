using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>A column's default applies to rows that have the property's sentinel value, and to no others, as with <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class StoreDefaultTests(Servers servers, ServerKind kind)
{
    private static readonly Guid Given = new("00112233-4455-6677-8899-aabbccddeeff");

    private enum Color
    {
        None,
        Red,
        Blue,
    }

    [Fact]
    public async Task Mixed_rows_are_stored_as_save_changes_stores_them()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        context.AddRange(Settings().Cast<object>());
        await context.SaveChangesAsync();
        List<string> saved = await StoredAsync(database);
        foreach (BulkStrategy strategy in (BulkStrategy[])[BulkStrategy.RowByRow, BulkStrategy.MultiRowValues])
        {
            await database.ExecuteAsync("DELETE FROM settings");
            await context.BulkInsertAsync(Settings(), new() { Strategy = strategy });
            Assert.Equal(saved, await StoredAsync(database));
        }

        Assert.Equal(2, saved.Select(row => row.Split('|')[2]).Distinct().Count());
    }

    [Fact]
    public async Task What_the_server_filled_in_is_read_back()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Setting> bulk = Settings();
        List<Setting> saved = Settings();
        await context.BulkInsertAsync(bulk);
        await database.ExecuteAsync("DELETE FROM settings");
        context.AddRange(saved.Cast<object>());
        await context.SaveChangesAsync();
        Assert.Equal(saved.Select(Shown), bulk.Select(Shown));
    }

    [Fact]
    public async Task A_strategy_of_parameters_is_refused_where_a_cell_may_be_the_default()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertAsync(Settings(), new() { Strategy = BulkStrategy.PreparedMultiRow }));
        Assert.Contains("default", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM settings"));
    }

    private static string Shown(Setting setting) => $"{setting.Id}|{setting.On}|{setting.Off}|{setting.Number}|{setting.Color}|{setting.Made:O}|{setting.Token}";

    // Every combination of unset and given values.
    private static List<Setting> Settings() =>
    [
        .. Enumerable.Range(0, 64).Select(i => new Setting
        {
            Id = i + 1,
            On = (i & 1) > 0,
            Off = (i & 1) > 0,
            Number = (i & 2) > 0 ? 5 : i % 3 == 0 ? 7 : 0,
            Color = (i & 4) > 0 ? Color.Red : Color.None,
            Made = (i & 8) > 0 ? new(2020, 1, 1) : default,
            Token = (i & 16) > 0 ? Given : Guid.Empty,
            Word = (i & 32) > 0 ? "given" : null,
        }),
    ];

    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT Id,`On`,Number,`Off`,Color,Made,Token,Word FROM settings ORDER BY Id")).Select(row => string.Join('|', row))];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model => model.Entity<Setting>(entity =>
    {
        entity.ToTable("settings");
        entity.Property(s => s.Id).ValueGeneratedNever();
        entity.Property(s => s.On).HasDefaultValue(true);
        entity.Property(s => s.Off).HasDefaultValue(false);
        entity.Property(s => s.Number).HasDefaultValue(7);
        entity.Property(s => s.Color).HasDefaultValue(Color.Blue).HasSentinel(Color.None);
        entity.Property(s => s.Made).HasDefaultValueSql("'2001-02-03 04:05:06.789'");
        entity.Property(s => s.Token).HasDefaultValue(new Guid("ffffffff-ffff-ffff-ffff-ffffffffffff"));
        entity.Property(s => s.Word).HasMaxLength(20).HasDefaultValue("default");
    }));

    private sealed class Setting
    {
        public int Id { get; set; }

        public bool On { get; set; }

        public bool Off { get; set; }

        public int Number { get; set; }

        public Color Color { get; set; }

        public DateTime Made { get; set; }

        public Guid Token { get; set; }

        public string? Word { get; set; }
    }
}
