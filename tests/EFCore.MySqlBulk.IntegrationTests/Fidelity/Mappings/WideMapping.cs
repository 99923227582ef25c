using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A mapping whose entities hold a value of every type.</summary>
/// <param name="model">Builds the model.</param>
/// <param name="create">Makes the entity of a row.</param>
/// <param name="change">Gives it the values of another row.</param>
internal class WideMapping<T>(Action<ModelBuilder> model, Func<SampleRows, int, T> create, Action<SampleRows, int, T> change) : EntityMapping<T>
    where T : class
{
    /// <summary>How many rows further on an entity's next values are.</summary>
    protected const int Step = 7;

    /// <summary>The values are in a JSON document.</summary>
    public bool IsJson { get; init; }

    // MySQL turns a number in JSON that has too many digits into a double, which may be too large for a decimal.
    public override bool CanBeReadFrom(ServerKind kind) => !IsJson || kind == ServerKind.MariaDb;

    public override void Model(ModelBuilder modelBuilder) => model(modelBuilder);

    public override void Change(DbContext context, T entity, SampleRows sample, int row) => change(sample, row + Step, entity);

    protected override List<T> Rows(SampleRows sample) => [.. Enumerable.Range(0, SampleRows.Wide).Select(row => create(sample, row))];
}
