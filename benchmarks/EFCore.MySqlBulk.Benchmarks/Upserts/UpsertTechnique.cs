using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Upserts;

/// <summary>One way to insert new rows and to change or keep the existing ones, in a new context.</summary>
internal sealed class UpsertTechnique(string name, DbContextOptions<UpsertContext> options, Func<UpsertContext, BenchUser[], Task<UpsertOutcome>> call, TechniqueKind kind = TechniqueKind.Scheme)
    : Technique(kind)
{
    public override string Name => name;

    public override bool IsSlow => Kind == TechniqueKind.SaveChanges;

    /// <summary>Whether existing rows stay as they are.</summary>
    public bool KeepsExisting { get; init; }

    public override bool WritesKeys => true;

    public override string Detail => Outcome.Detail;

    /// <summary>What its last run says it has done.</summary>
    public UpsertOutcome Outcome { get; private set; } = new(0, 0, 0, "");

    public override async Task RunAsync(BenchUser[] users)
    {
        await using UpsertContext context = new(options);
        Outcome = await call(context, users);
    }
}
