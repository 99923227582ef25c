using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;
#if CONNECTORNET
using MySql.Data.MySqlClient;
#else
using MySqlConnector;
#endif

namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>Good and bad rows, and what happens to each if it is stored alone.</summary>
internal static class Applicants
{
    /// <summary>Ways to make a row bad.</summary>
    private static readonly Action<Applicant, int>[] Faults =
    [
        (row, i) => row.Code = $"C{Math.Max(0, i - 7)}", // one of an earlier row
        (row, _) => row.Name = "much too long a name",
        (row, _) => row.Age = 151,
        (row, _) => row.Fee = 1_000,
        (row, _) => row.TeamId = 77,
        (row, _) => row.Name = null!,
        (row, _) => row.Score = double.NaN,
    ];

    public static void Model(ModelBuilder model)
    {
        model.Entity<Team>().ToTable("teams");
        model.Entity<Applicant>(row =>
        {
            row.ToTable("applicants", table => table.HasCheckConstraint("ck_age", "`Age` BETWEEN 0 AND 150"));
            row.Property(r => r.Code).HasMaxLength(20);
            row.HasIndex(r => r.Code).IsUnique();
            row.Property(r => r.Name).HasMaxLength(10);
            row.Property(r => r.Fee).HasPrecision(5, 2);
            row.HasOne(r => r.Team).WithMany().HasForeignKey(r => r.TeamId);
        });
    }

    public static async Task<TestDatabase> EmptyAsync(Servers servers, ServerKind kind)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(Model);
        await database.ExecuteAsync("INSERT INTO teams VALUES (1)");
        return database;
    }

    /// <summary>Rows of which those at some positions are bad, each in the next way.</summary>
    public static List<Applicant> New(int count, Func<int, bool> isBad)
    {
        int faults = 0;
        List<Applicant> rows = [];
        for (int i = 0; i < count; i++)
        {
            Applicant row = new() { Code = $"C{i}", Name = $"n{i}", Age = i % 150, Fee = i % 1000, Score = i / 3.0, TeamId = i % 3 == 0 ? 1 : null };
            if (isBad(i))
                Faults[faults++ % Faults.Length](row, i);
            rows.Add(row);
        }

        return rows;
    }

    /// <summary>Stores each row by <c>SaveChanges</c> of its own, and returns the positions and error numbers of those that fail.</summary>
    public static async Task<List<(int Index, int Number)>> StoreAloneAsync<T>(TestDatabase database, IReadOnlyList<T> rows)
        where T : class
    {
        List<(int, int)> refused = [];
        for (int i = 0; i < rows.Count; i++)
        {
            await using ModelContext context = database.Context();
            context.Add(rows[i]);
            try
            {
                await context.SaveChangesAsync(Token);
            }
            catch (Exception exception) when (exception is DbUpdateException or InvalidOperationException or ArgumentException or MySqlException)
            {
                refused.Add((i, exception.InnerException is MySqlException error ? (int)error.Number : 0));
            }
        }

        return refused;
    }

    /// <summary>The stored rows but for their keys, in the order of their codes.</summary>
    public static async Task<List<string>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return [.. (await context.Set<Applicant>().AsNoTracking().ToListAsync(Token)).OrderBy(row => row.Code, StringComparer.Ordinal).Select(Text)];
    }

    /// <summary>Checks that some rows are stored with the keys that their entities have, and no others.</summary>
    public static async Task AreStoredAsync(TestDatabase database, IEnumerable<Applicant> rows)
    {
        await using ModelContext context = database.Context();
        Dictionary<int, string> stored = await context.Set<Applicant>().AsNoTracking().ToDictionaryAsync(row => row.Id, Text, Token);
        Assert.Equal(stored, rows.ToDictionary(row => row.Id, Text));
    }

    public static string Text(Applicant row) => string.Create(CultureInfo.InvariantCulture, $"{row.Code} {row.Name} {row.Age} {row.Fee:F2} {row.Score} {row.TeamId}");
}
