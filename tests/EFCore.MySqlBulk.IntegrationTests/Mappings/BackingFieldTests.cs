using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Members are read as EF Core reads them: backing fields that may be null, and keys of types without operators.</summary>
[BothServers]
public abstract class BackingFieldTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task A_backing_field_tells_what_was_set_from_what_was_not()
    {
        await using TestDatabase database = await CreateAsync();
        List<string> saved = [];
        foreach (BulkStrategy? strategy in (BulkStrategy?[])[null, BulkStrategy.RowByRow, BulkStrategy.MultiRowValues])
        {
            await database.ExecuteAsync("DELETE FROM flags");
            await using ModelContext context = database.Context();
            List<Flag> flags = [new(1), new(2) { On = false, Count = 0 }, new(3) { On = true, Count = 4, Plain = 5 }];
            if (strategy is null)
            {
                context.AddRange(flags);
                await context.SaveChangesAsync(Token);
                saved = await StoredAsync(database);
                Assert.Equal(["1|True|7|0", "2|False|0|0", "3|True|4|5"], saved);
                continue;
            }

            await context.BulkInsertAsync(flags, new() { Strategy = strategy, ReadGenerated = true }, Token);
            Assert.Equal(saved, await StoredAsync(database));
            Assert.Equal(saved, flags.Select(f => $"{f.Id}|{f.On}|{f.Count}|{f.Plain}"));
        }
    }

    [Fact]
    public async Task A_generated_key_may_have_a_backing_field_that_is_null()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Page> pages = [new() { Text = "a" }, new() { Text = "b" }, new() { Text = "c" }];
        await context.BulkInsertAsync(pages, null, Token);
        Assert.Equal(pages.Select(p => $"{p.Id}|{p.Text}"), (await database.QueryAsync("SELECT Id, Text FROM pages ORDER BY Id")).Select(row => string.Join('|', row)));
        pages[1].Text = "changed";
        await context.BulkUpdateAsync(pages, null, Token);
        await context.BulkDeleteAsync(pages[..1], null, Token);
        Assert.Equal(["changed", "c"], (await database.QueryAsync("SELECT Text FROM pages ORDER BY Id")).Select(row => row[0]));
    }

    [Fact]
    public async Task A_key_of_a_type_without_operators_is_generated_and_found()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Sheet> sheets = [.. Enumerable.Range(0, 5).Select(i => new Sheet { Text = $"sheet {i}" })];
        await context.BulkInsertAsync(sheets, null, Token);
        Assert.Equal(sheets.Select(s => $"{s.Id.Value}|{s.Text}"), (await database.QueryAsync("SELECT Id, Text FROM sheets ORDER BY Id")).Select(row => string.Join('|', row)));
        sheets.ForEach(sheet => sheet.Text += "!");
        await context.BulkUpdateAsync(sheets, null, Token);
        Assert.Equal(5, await database.CountAsync("SELECT COUNT(*) FROM sheets WHERE Text LIKE '%!'"));
        Assert.Equal(5, (await context.BulkDeleteAsync(sheets, null, Token)).RowsDeleted);
        await context.BulkInsertAsync([new Sheet { Id = new(70), Text = "given" }], null, Token);
        Assert.Equal(70, await database.CountAsync("SELECT Id FROM sheets"));
    }

    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT Id, `On` = 1, Count, Plain FROM flags ORDER BY Id")).Select(row => $"{row[0]}|{Convert.ToInt64(row[1], null) == 1}|{row[2]}|{row[3]}")];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Flag>(flag =>
        {
            flag.ToTable("flags").Property(f => f.Id).ValueGeneratedNever();
            flag.Property(f => f.On).HasField("_on").HasDefaultValue(true);
            flag.Property(f => f.Count).HasField("_count").HasDefaultValue(7);
            flag.Property(f => f.Plain).HasField("_plain");
        });
        model.Entity<Page>().ToTable("pages").Property(p => p.Id).HasField("_id").ValueGeneratedOnAdd();
        model.Entity<Sheet>().ToTable("sheets").Property(s => s.Id).HasConversion(id => id.Value, value => new SheetId(value)).ValueGeneratedOnAdd();
    });

    private sealed class Flag(int id)
    {
        private bool? _on;
        private int? _count;
        private int? _plain;

        public int Id { get; private set; } = id;

        public bool On
        {
            get => _on ?? false;
            set => _on = value;
        }

        public int Count
        {
            get => _count ?? 0;
            set => _count = value;
        }

        public int Plain
        {
            get => _plain ?? 0;
            set => _plain = value;
        }
    }

    private sealed class Page
    {
        private int? _id;

        public int Id
        {
            get => _id ?? 0;
            set => _id = value;
        }

        public string Text { get; set; } = "";
    }

    private sealed class Sheet
    {
        public SheetId Id { get; set; }

        public string Text { get; set; } = "";
    }

    private readonly struct SheetId(int value)
    {
        public int Value { get; } = value;
    }
}
