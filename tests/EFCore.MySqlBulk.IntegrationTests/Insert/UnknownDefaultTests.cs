using System.Runtime.InteropServices;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>Values that the model leaves to the server without saying how it generates them: by a default or a trigger in the database, as with <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class UnknownDefaultTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Rows_get_what_only_the_database_knows_as_save_changes_gives_it()
    {
        await using TestDatabase database = await CreateAsync();
        List<List<string>> stored = [];
        foreach (bool mixed in (bool[])[false, true])
        {
            List<Doc> docs = Docs(mixed);
            await using ModelContext saving = database.Context();
            saving.AddRange(docs);
            await saving.SaveChangesAsync(Token);
            List<string> saved = [.. await StoredAsync(database), .. docs.Select(Shown)];
            Assert.StartsWith("a|2001-02-03 04:05:06.000000|made|5|", saved[0], StringComparison.Ordinal);
            foreach (BulkStrategy strategy in mixed ? [BulkStrategy.RowByRow, BulkStrategy.MultiRowValues] : EveryStrategy.Inserts)
            {
                await database.ExecuteAsync("DELETE FROM docs");
                docs = Docs(mixed);
                await using ModelContext context = database.Context();
                await context.BulkInsertAsync(docs, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy), ReadGenerated = true }, Token);
                Assert.Equal(saved, [.. await StoredAsync(database), .. docs.Select(Shown)]);
            }

            await database.ExecuteAsync("DELETE FROM docs");
        }
    }

    [Fact]
    public async Task A_value_that_a_trigger_sets_is_stored_as_save_changes_stores_it()
    {
        await using TestDatabase database = await CreateAsync();
        await database.ExecuteAsync(
            "ALTER TABLE docs MODIFY Number int NOT NULL", "CREATE TRIGGER numbers BEFORE INSERT ON docs FOR EACH ROW SET NEW.Number = 100 + LENGTH(NEW.Name)");
        foreach (bool inBulk in (bool[])[false, true])
        {
            await using ModelContext context = database.Context();
            List<Doc> docs = Docs(mixed: false);
            context.AddRange(inBulk ? [] : docs);
            await (inBulk ? context.BulkInsertAsync(docs, new() { ReadGenerated = true }, Token) : (Task)context.SaveChangesAsync(Token));
            Assert.All(docs, doc => Assert.Equal(101, doc.Number));
            Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM docs WHERE Number = 101"));
            await database.ExecuteAsync("DELETE FROM docs");
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task A_number_for_a_key_that_is_no_counter_is_refused(int rows)
    {
        await using TestDatabase database = await CreateAsync();
        await database.ExecuteAsync("ALTER TABLE notes DROP PRIMARY KEY, ALTER Id SET DEFAULT 77");
        await using ModelContext context = database.Context();
        await using var transaction = await context.Database.BeginTransactionAsync(Token);
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertAsync(Enumerable.Range(0, rows).Select(i => new Note { Text = $"{i}" }).ToList(), null, Token));
        Assert.StartsWith("The server reported no generated key for 'Note.Id': its column is not AUTO_INCREMENT.", refused.Message, StringComparison.Ordinal);
        Note given = new() { Id = 5, Text = "given" };
        await context.BulkInsertAsync([given], null, Token);
        await transaction.CommitAsync(Token);
        Assert.Equal([[5, "given"]], await database.QueryAsync("SELECT Id, Text FROM notes"));
    }

    [Fact]
    public async Task A_key_that_an_answer_lost_is_not_a_column_without_a_counter()
    {
        await using TestDatabase database = await CreateAsync();
        await database.ExecuteAsync("ALTER TABLE notes MODIFY Id int NOT NULL AUTO_INCREMENT");
        FaultPolicy loses = new() { OnPacket = (_, packet) => LoseKey(packet) };
        await using FaultProxy proxy = new(database.ConnectionString, loses);
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled;AllowPublicKeyRetrieval=True");
        Note[] notes = [new() { Text = "a" }, new() { Text = "b" }, new() { Text = "c" }];
        await using var transaction = await context.Database.BeginTransactionAsync(Token);
        BulkInsertOptions options = new() { Strategy = BulkStrategy.MultiRowValues };
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(notes, options, Token));
        Assert.StartsWith("The server reported no generated key for 'Note.Id', although its column is AUTO_INCREMENT: the answer was damaged", refused.Message, StringComparison.Ordinal);
        Assert.Equal(BulkOutcome.Nothing, refused.Outcome);
        Assert.All(notes, note => Assert.Equal(0, note.Id));
        await transaction.CommitAsync(Token);
        Assert.Empty(await database.QueryAsync("SELECT Id FROM notes"));
    }

    [Fact]
    public async Task Of_two_generated_numbers_in_one_key_neither_is_a_counter()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        Pair[] pairs = [new() { A = 1, B = 2 }, new() { A = 1, B = 3 }];
        await context.BulkInsertAsync(pairs, null, Token);
        Assert.Equal([[1, 2], [1, 3]], await database.QueryAsync("SELECT A, B FROM pairs ORDER BY B"));
    }

    // The first key is 1: in an OK packet about three rows, and in the row of LAST_INSERT_ID().
    private static Fault LoseKey(RelayedPacket packet)
    {
        Span<byte> payload = MemoryMarshal.AsMemory(packet.Payload).Span;
        if (!packet.ToServer && payload is [0, 3, 1, ..])
            payload[2] = 0;
        if (!packet.ToServer && payload is [1, (byte)'1'])
            payload[1] = (byte)'0';
        return Fault.None;
    }

    private static List<Doc> Docs(bool mixed) =>
    [
        new() { Id = 1, Name = "a" },
        mixed ? new() { Id = 2, Name = "b", Made = new(2020, 1, 1), Number = 9 } : new() { Id = 2, Name = "b" },
        mixed ? new() { Id = 3, Name = "c", Code = "given", Nested = new() { One = 3 } } : new() { Id = 3, Name = "c" },
    ];

    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT Name, CAST(Made AS char), Code, Number, Nested_One, Nested_Two, Hidden FROM docs ORDER BY Name")).Select(row => string.Join('|', row))];

    private static string Shown(Doc doc) => $"{doc.Name}|{doc.Made:O}|{doc.Code}|{doc.Number}|{doc.Nested.One}|{doc.Nested.Two}";

    private static void Describe(ModelBuilder model, bool generated)
    {
        model.Entity<Doc>(doc =>
        {
            doc.ToTable("docs").Property(d => d.Id).ValueGeneratedNever();
            doc.Property<int>("Hidden");
            doc.Property(d => d.Code).HasMaxLength(20);
            doc.ComplexProperty(d => d.Nested);
            if (!generated)
                return;
            doc.Property(d => d.Made).ValueGeneratedOnAdd();
            doc.Property(d => d.Code).ValueGeneratedOnAdd();
            doc.Property(d => d.Number).ValueGeneratedOnAdd();
            doc.Property<int>("Hidden").ValueGeneratedOnAdd();
            doc.ComplexProperty(d => d.Nested).Property(n => n.One).ValueGeneratedOnAdd();
            doc.ComplexProperty(d => d.Nested).Property(n => n.Two).ValueGeneratedOnAdd();
        });
        model.Entity<Note>(note => note.ToTable("notes").Property(n => n.Id).Metadata.ValueGenerated = generated
            ? Microsoft.EntityFrameworkCore.Metadata.ValueGenerated.OnAdd : Microsoft.EntityFrameworkCore.Metadata.ValueGenerated.Never);
        model.Entity<Pair>(pair =>
        {
            pair.ToTable("pairs").HasKey(p => new { p.A, p.B });
            if (!generated)
                return;
            pair.Property(p => p.A).ValueGeneratedOnAdd();
            pair.Property(p => p.B).ValueGeneratedOnAdd();
        });
    }

    // The tables are created from a model that generates nothing, and the database gets its defaults without the knowledge of the model in use.
    private async Task<TestDatabase> CreateAsync()
    {
        RunningServer server = await servers.OfAsync(kind);
        TestDatabase created = await server.CreateAsync(static model => Describe(model, generated: false));
        await created.ExecuteAsync(
            "ALTER TABLE docs MODIFY Made datetime(6) NOT NULL DEFAULT '2001-02-03 04:05:06', MODIFY Code varchar(20) NULL DEFAULT 'made', MODIFY Number int NOT NULL DEFAULT 5, "
            + "MODIFY Hidden int NOT NULL DEFAULT 6, MODIFY Nested_One int NOT NULL DEFAULT 7, MODIFY Nested_Two int NOT NULL DEFAULT 8");
        return new(server, created.Name, static model => Describe(model, generated: true), "");
    }

    private sealed class Doc
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public DateTime Made { get; set; }

        public string? Code { get; set; }

        public int Number { get; set; }

        public Nested Nested { get; set; } = new();
    }

    private sealed class Nested
    {
        public int One { get; set; }

        public int Two { get; set; }
    }

    private sealed class Note
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";
    }

    private sealed class Pair
    {
        public int A { get; set; }

        public int B { get; set; }
    }
}
