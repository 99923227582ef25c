using System.Collections.Concurrent;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Update;
using Microsoft.Extensions.DependencyInjection;

namespace EFCore.MySqlBulk.Saving;

/// <summary>The provider's own batches.</summary>
internal sealed class ProviderBatches
{
    private static readonly ConcurrentDictionary<Type, ServiceDescriptor> Providers = new();
    private static readonly ConcurrentDictionary<Type, ObjectFactory> Makers = new();
    private readonly IModificationCommandBatchFactory _factory;
    private readonly int _minCommands;

    private ProviderBatches(IModificationCommandBatchFactory factory, int minCommands)
    {
        _factory = factory;
        _minCommands = minCommands;
    }

    /// <summary>The provider's own factory.</summary>
    /// <param name="services">The context's services.</param>
    /// <param name="known">The factory's registration, if the provider came first; otherwise it is obtained from the provider's extension.</param>
    public static ProviderBatches Of(IServiceProvider services, ServiceDescriptor? known)
    {
        IDbContextOptions options = services.GetRequiredService<IDbContextOptions>();
        ServiceDescriptor factory = known ?? Find(options);
        object made = factory.ImplementationFactory?.Invoke(services) ?? factory.ImplementationInstance
            ?? Makers.GetOrAdd(factory.ImplementationType!, static type => ActivatorUtilities.CreateFactory(type, Type.EmptyTypes))(services, []);
        return new(
            (IModificationCommandBatchFactory)made,
            options.Extensions.OfType<RelationalOptionsExtension>().FirstOrDefault()?.MinBatchSize ?? 1);
    }

    public ModificationCommandBatch Create() => _factory.Create();

    /// <summary>Divides commands into the provider's batches, each created when it is enumerated.</summary>
    /// <param name="commands">The commands.</param>
    /// <param name="moreExpected">Whether other commands follow.</param>
    public IEnumerable<ModificationCommandBatch> BatchesOf(ArraySegment<IReadOnlyModificationCommand> commands, bool moreExpected)
    {
        ModificationCommandBatch batch = Create();
        for (int i = 0; i < commands.Count; i++)
        {
            if (batch.TryAddCommand(commands[i]))
                continue;
            foreach (ModificationCommandBatch full in Completed(batch, moreExpected: true))
                yield return full;
            batch = Create();
            batch.TryAddCommand(commands[i]);
        }

        foreach (ModificationCommandBatch last in Completed(batch, moreExpected))
            yield return last;
    }

    /// <summary>Sends the commands.</summary>
    public async ValueTask ExecuteAsync(
        ArraySegment<IReadOnlyModificationCommand> commands, bool moreExpected, IRelationalConnection connection, IOBehavior io, CancellationToken token)
    {
        foreach (ModificationCommandBatch batch in BatchesOf(commands, moreExpected))
            await batch.ExecuteAsync(connection, io, token).ConfigureAwait(false);
    }

    // A batch below the context's MinBatchSize is sent command by command, as EF Core does.
    private IEnumerable<ModificationCommandBatch> Completed(ModificationCommandBatch batch, bool moreExpected)
    {
        IReadOnlyList<IReadOnlyModificationCommand> commands = batch.ModificationCommands;
        if (commands.Count == 1 || commands.Count >= _minCommands)
        {
            batch.Complete(moreExpected);
            yield return batch;
            yield break;
        }

        for (int i = 0; i < commands.Count; i++)
        {
            ModificationCommandBatch single = Create();
            single.TryAddCommand(commands[i]);
            single.Complete(moreExpected || i < commands.Count - 1);
            yield return single;
        }
    }

    // The provider adds its services only if none are registered, so they are added to a separate collection.
    private static ServiceDescriptor Find(IDbContextOptions options)
    {
        IDbContextOptionsExtension provider = options.Extensions.FirstOrDefault(extension => extension.Info.IsDatabaseProvider)
            ?? throw new InvalidOperationException("The context has no database provider.");
        return Providers.GetOrAdd(
            provider.GetType(),
            static (_, asked) =>
            {
                ServiceCollection services = new();
                asked.ApplyServices(services);
                return services.LastOrDefault(service => service.ServiceType == typeof(IModificationCommandBatchFactory))
                    ?? throw new InvalidOperationException($"The provider '{asked.GetType().Name}' has no batches for SaveChanges.");
            },
            provider);
    }
}
