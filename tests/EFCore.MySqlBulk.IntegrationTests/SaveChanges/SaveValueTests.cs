using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>Values that a multi-row statement could send, find or report otherwise than <c>SaveChanges</c> does: in bulk, the same is stored, refused and reported.</summary>
[BothServers]
public abstract class SaveValueTests(Servers servers, ServerKind kind)
{
    private const int Rows = 20;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public Task A_key_that_the_column_rounds_is_refused(bool isDate) => SameAsync(
        model => model.Entity<Dated>(dated =>
        {
            dated.ToTable("values").HasKey(isDate ? nameof(Dated.At) : nameof(Dated.Price));
            dated.Property(d => d.At).HasColumnType("datetime(3)").ValueGeneratedNever();
            dated.Property(d => d.Price).HasColumnType("decimal(8,2)").ValueGeneratedNever();
            dated.Property(d => d.Length).HasComputedColumnSql("CHAR_LENGTH(Text)", stored: true);
        }),
        context => context.AddRange(Enumerable.Range(1, Rows).Select(i => new Dated { At = new DateTime(2026, 1, 1).AddTicks((i * 1_000_000) + (i == 7 ? 5 : 0)), Price = i + (i == 7 ? 0.001M : 0), Text = $"{i}" })));

    [Fact]
    public Task A_session_that_limits_queries_hides_no_value() => SameAsync(
        model => model.Entity<Dated>(dated =>
        {
            dated.ToTable("values").HasKey(d => d.At);
            dated.Property(d => d.At).HasColumnType("datetime(6)").ValueGeneratedNever();
            dated.Property(d => d.Price).HasColumnType("decimal(8,2)");
            dated.Property(d => d.Length).HasComputedColumnSql("CHAR_LENGTH(Text)", stored: true);
        }),
        context => context.AddRange(Enumerable.Range(1, Rows).Select(i => new Dated { At = new DateTime(2026, 1, 1).AddDays(i), Text = $"text {i}" })),
        session: "SET sql_select_limit = 3");

    [Fact]
    public Task A_row_that_fits_as_a_parameter_only_is_stored() => SameAsync(
        model => model.Entity<Blob>().ToTable("values").Property(b => b.Id).ValueGeneratedNever(),
        context => context.AddRange(Enumerable.Range(1, Rows).Select(i => new Blob { Id = i, Bytes = [.. Enumerable.Repeat((byte)'A', i == 7 ? 700_000 : 10)] })),
        options: new() { MaxAllowedPacket = 1 << 20 });

    [Theory]
    [InlineData("SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 31001, MESSAGE_TEXT = 'not this one'")]
    // 1441, which names no row.
    [InlineData("SET @too_late = CAST(DATE_ADD('9999-12-31', INTERVAL NEW.Id YEAR) AS DATETIME)")]
    public Task A_row_that_a_trigger_refuses_with_a_number_of_its_own_is_reported(string refusal) => SameAsync(
        model => model.Entity<Blob>().ToTable("values").Property(b => b.Id).ValueGeneratedNever(),
        context => context.AddRange(Enumerable.Range(1, Rows).Select(i => new Blob { Id = i, Bytes = [] })),
        prepare: $"CREATE TRIGGER refuses BEFORE INSERT ON `values` FOR EACH ROW BEGIN IF NEW.Id = 7 THEN {refusal}; END IF; END",
        // The provider sends several rows in a statement, and does not know which one it was.
        atFault: "7");

#if !CONNECTORNET
    [Fact]
    public Task A_date_of_another_kind_than_the_connection_string_says_is_refused() => SameAsync(
        model => model.Entity<Dated>(dated =>
        {
            dated.ToTable("values").HasKey(d => d.Length);
            dated.Property(d => d.Length).ValueGeneratedNever();
            dated.Property(d => d.At).HasColumnType("datetime(6)");
            dated.Property(d => d.Price).HasColumnType("decimal(8,2)");
        }),
        context => context.AddRange(Enumerable.Range(1, Rows).Select(i => new Dated { Length = i, At = new(2026, 1, 1, 0, 0, 0, i == 7 ? DateTimeKind.Local : DateTimeKind.Utc) })),
        settings: "DateTimeKind=Utc");
#endif

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_negative_zero_is_stored_as_the_driver_sends_it(bool updates)
    {
        Assert.Equal(await StoredAsync(isBulk: false), await StoredAsync(isBulk: true));

        async Task<string> StoredAsync(bool isBulk)
        {
            await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Measured>().ToTable("values"));
            await using ModelContext context = database.Context(o => o.UseMySqlBulk());
            List<Measured> rows = [.. Enumerable.Range(1, Rows).Select(i => new Measured { Value = updates ? 1 : -0D, Small = updates ? 1 : -0F, Nullable = updates ? 1 : -0D })];
            context.AddRange(rows);
            if (updates)
            {
                await context.SaveChangesAsync(Token);
                rows.ForEach(row => (row.Value, row.Small, row.Nullable) = (-0D, -0F, -0D));
            }

            int saved = isBulk ? await context.BulkSaveChangesAsync(Token) : await context.SaveChangesAsync(Token);
            return saved + string.Join(',', (await database.QueryAsync("SELECT CONCAT(Value, ' ', Small, ' ', Nullable) FROM `values`")).Select(row => row[0]));
        }
    }

    private async Task SameAsync(
        Action<ModelBuilder> model, Action<ModelContext> change, string? session = null, string? prepare = null, string? settings = null, ServerOptions? options = null, string? atFault = null)
    {
        string plain = await SavedAsync(isBulk: false);
        Assert.Equal(plain, await SavedAsync(isBulk: true));

        async Task<string> SavedAsync(bool isBulk)
        {
            await using TestDatabase database = await servers.OfAsync(kind, options).CreateAsync(model, settings ?? "");
            if (prepare is not null)
                await database.ExecuteAsync(prepare);
            await using ModelContext context = database.Context(o => o.UseMySqlBulk());
            await context.Database.OpenConnectionAsync(Token);
            if (session is not null)
                await TestDatabase.ExecuteAsync(context, session);
            change(context);
            string outcome;
            try
            {
                outcome = $"{(isBulk ? await context.BulkSaveChangesAsync(Token) : await context.SaveChangesAsync(Token))} saved";
            }
            catch (Exception exception)
            {
                string entries = !isBulk && atFault is not null ? atFault : exception is DbUpdateException update ? string.Join(',', update.Entries.Select(entry => entry.CurrentValues[entry.Metadata.FindPrimaryKey()!.Properties[0]])) : "";
                outcome = $"{exception.GetType().Name} of {entries}: {exception.Cause()?.Message}";
            }

            string entities = string.Join('\n', context.ChangeTracker.Entries().Select(entry => $"{entry.State} {string.Join(' ', entry.Properties.Where(p => p.Metadata.ClrType != typeof(byte[])).Select(p => p.CurrentValue))}").Order(StringComparer.Ordinal));
            return $"{outcome}\n{entities}\n{await database.CountAsync("SELECT COUNT(*) FROM `values`")} stored";
        }
    }

    private sealed class Measured
    {
        public int Id { get; set; }

        public double Value { get; set; }

        public float Small { get; set; }

        public double? Nullable { get; set; }
    }

    private sealed class Dated
    {
        public DateTime At { get; set; }

        public decimal Price { get; set; }

        public string Text { get; set; } = "";

        public int Length { get; set; }
    }

    private sealed class Blob
    {
        public int Id { get; set; }

        public byte[] Bytes { get; set; } = [];
    }
}
