using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ShopContext = EFCore.MySqlBulk.Tests.Docs.ReadmeExample.ShopContext;
using User = EFCore.MySqlBulk.Tests.Docs.ReadmeExample.User;

namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The code of README.md and docs/recipes, kept compiling: <see cref="CodeBlockTests" /> looks for each of their blocks here.</summary>
internal static class RecipeExamples
{
    public static void Register(IServiceCollection services, string connectionString)
    {
        services.AddDbContext<ShopContext>(options => options
            .UseMySql(connectionString, ServerVersion.AutoDetect(connectionString))
            .UseMySqlBulk(o => o.BulkSaveChanges()));          // only for SaveChanges in bulk, or defaults of your own
    }

    public static async Task SynchronizeAsync(ProductContext context, List<Product> products, int tenantId, DateTime now, CancellationToken cancellationToken)
    {
        BulkResult done = await context.BulkSynchronizeAsync(products, new()
        {
            Scope = q => q.Where(p => p.TenantId == tenantId),
            Match = p => new { p.TenantId, p.Sku },
            NotCompared = p => p.ModifiedAt,
        }, cancellationToken);
        Console.WriteLine($"{done.RowsInserted} new, {done.RowsUpdated} changed, {done.RowsUnchanged} as they were, {done.RowsDeleted} deleted");

        await context.BulkSynchronizeAsync(products, new()
        {
            Scope = q => q.Where(p => p.TenantId == tenantId),
            Match = p => new { p.TenantId, p.Sku },
            Orphans = Orphans<Product>.Update(p => new Product { DeletedAt = p.DeletedAt ?? now }),
        }, cancellationToken);
    }

    public static async Task FailAsync(ShopContext context, List<User> users, CancellationToken cancellationToken)
    {
        try
        {
            await context.BulkInsertAsync(users, cancellationToken: cancellationToken);
        }
        catch (BulkException e)
        {
            int? row = (e as BulkOperationException)?.RowIndex;
            Console.WriteLine($"row {row}, server error {e.ErrorNumber}, stored: {e.Outcome}, worth another try: {e.IsTransient}");
        }
    }

    public static void Explain(ProductContext context, List<Product> products)
    {
        Console.WriteLine(context.ExplainBulkInsert(products));
    }

    public static void RegisterAuditor(DbContextOptionsBuilder options, string connectionString, ServerVersion version, Auditor auditor)
    {
        options.UseMySql(connectionString, version)
            .AddInterceptors(auditor)
            .UseMySqlBulk(o => o
                .BeforeInsert<IAudited>((row, _) => auditor.Stamp(row, isNew: true))
                .BeforeUpdate<IAudited>((row, _) => auditor.Stamp(row, isNew: false)));
    }

    public static void RegisterTenant(DbContextOptionsBuilder options, string connectionString, ServerVersion version)
    {
        options.UseMySql(connectionString, version)
            .UseMySqlBulk(o => o.BeforeInsert<Product>((product, context) => product.TenantId = ((ProductContext)context).TenantId));
    }

    public static void RefuseDeletes(DbContextOptionsBuilder options, string connectionString, ServerVersion version)
    {
        options.UseMySql(connectionString, version)
            .UseMySqlBulk(o => o.BeforeDelete<Product>((_, _) => throw new InvalidOperationException("Products are marked as deleted: set DeletedAt, and call BulkUpdate.")))
            .ConfigureWarnings(w => w.Throw(BulkEventId.HooksNotRun));
    }

    public static async Task AuditAsync(ProductContext context, List<Product> added, List<Product> changed, CancellationToken cancellationToken)
    {
        await context.BulkInsertAsync(added, cancellationToken: cancellationToken);
        await context.BulkUpdateAsync(changed, new() { Update = p => new { p.Price, p.ModifiedAt, p.ModifiedBy } }, cancellationToken);
    }

    public static async Task DeleteSoftlyAsync(ProductContext context, List<Product> products, CancellationToken cancellationToken)
    {
        DateTime now = DateTime.UtcNow;
        foreach (Product product in products)
            product.DeletedAt = now;
        await context.BulkUpdateAsync(products, new() { Update = p => p.DeletedAt }, cancellationToken);
    }

    public static async Task DeleteSoftlyByKeyAsync(ProductContext context, List<long> ids, DateTime now, CancellationToken cancellationToken)
    {
        await context.BulkExecuteRawAsync(
            ids, "UPDATE Products SET DeletedAt = {0} WHERE Id = {1} AND DeletedAt IS NULL", id => (now, id), cancellationToken: cancellationToken);
    }

    public static async Task UpdateOfTenantAsync(ProductContext context, List<Product> products, CancellationToken cancellationToken)
    {
        foreach (Product product in products)
            product.TenantId = context.TenantId;
        await context.BulkUpdateAsync(products, new() { Update = p => p.Price }, cancellationToken);
    }

    public static async Task DeleteOfTenantAsync(ProductContext context, List<long> ids, CancellationToken cancellationToken)
    {
        await context.BulkDeleteAsync(ids.Select(id => new Product { Id = id, TenantId = context.TenantId }).ToList(), cancellationToken: cancellationToken);
    }

    public static async Task InsertOrUpdateAsync(ProductContext context, List<Product> products, CancellationToken cancellationToken)
    {
        BulkResult done = await context.BulkInsertOrUpdateAsync(products, new()
        {
            Match = p => new { p.TenantId, p.Sku },
            InsertOnly = p => p.CreatedAt,
        }, cancellationToken);
        Console.WriteLine($"{done.RowsInserted} new, {done.RowsUpdated} changed, {done.RowsUnchanged} as they were");
    }

    public static async Task CountUpAsync(ProductContext context, List<Product> products, CancellationToken cancellationToken)
    {
        await context.BulkInsertOrUpdateAsync(products, new()
        {
            Match = p => new { p.TenantId, p.Sku },
            Set = (stored, given) => new Product { Price = given.Price, Updates = stored.Updates + 1 },
            UpdateWhen = (stored, given) => given.ModifiedAt > stored.ModifiedAt,
        }, cancellationToken);
    }

    public static async Task InsertIfAbsentAsync(ProductContext context, List<Product> products, CancellationToken cancellationToken)
    {
        await context.BulkInsertIfAbsentAsync(products, new() { Match = p => new { p.TenantId, p.Sku } }, cancellationToken);
    }

    public static async Task ReadByKeysAsync(ProductContext context, List<long> ids, List<(int Tenant, string Sku)> codes, CancellationToken cancellationToken)
    {
        List<Product?> products = await context.Set<Product>().BulkReadAsync(ids, cancellationToken: cancellationToken);
        Console.WriteLine(products.Count(product => product is null));

        List<Product> found = await context.Products
            .AsNoTracking()
            .BulkReadFoundAsync(codes, new() { Match = p => new { p.TenantId, p.Sku } }, cancellationToken);
        Console.WriteLine(found.Count);
    }

    public static async Task ReadStreamAsync(ProductContext context, IAsyncEnumerable<long> keysFromFile, CancellationToken cancellationToken)
    {
        await foreach (Product? product in context.Products.AsNoTracking().BulkReadAsync(keysFromFile, cancellationToken: cancellationToken))
            Console.WriteLine(product?.Sku ?? "missing");
    }

    public static async Task FilterByKeysAsync(ProductContext context, List<long> ids, List<string> discontinued, DateTime now, CancellationToken cancellationToken)
    {
        List<string> skus = await context.Products.WhereKeys(ids).OrderBy(p => p.Sku).Select(p => p.Sku).ToListAsync(cancellationToken);
        int changed = await context.Products.WhereIn(p => p.Sku, discontinued)
            .ExecuteUpdateAsync(set => set.SetProperty(p => p.DeletedAt, now), cancellationToken);
        Console.WriteLine($"{skus.Count} {changed}");
    }

    public static async Task PurgeAsync(VisitContext context, DateTime cutoff, CancellationToken cancellationToken)
    {
        BulkResult done = await context.Visits.Where(v => v.At < cutoff).BulkExecuteDeleteAsync(new() { Walk = v => v.At, Pause = TimeSpan.FromMilliseconds(50) }, cancellationToken);
        Console.WriteLine($"{done.RowsDeleted} rows in {done.Portions} batches, none longer than {done.LongestBatch.TotalSeconds:0.0} s");
    }

    public static async Task PurgePolitelyAsync(VisitContext context, DateTime cutoff, CancellationToken cancellationToken)
    {
        BulkExecuteDeleteOptions<Visit> polite = new() { MaxReplicaLag = TimeSpan.FromSeconds(5), Replicas = ["Server=db2;User ID=monitor"], MaxRunningThreads = 40 };
        await context.Visits.Where(v => v.At < cutoff).BulkExecuteDeleteAsync(polite, cancellationToken);
    }

    public static async Task ImportAsync(ProductContext context, List<Product> products, CancellationToken cancellationToken)
    {
        BulkResult done = await context.BulkInsertAsync(products, new() { Rejected = RejectedRows.Collect(max: 100) }, cancellationToken);
        foreach (RejectedRow bad in done.Rejected)
            Console.WriteLine($"line {bad.RowIndex + 1}: {bad.Message} (error {bad.ErrorNumber})");
    }

    public static async Task ArchiveAsync(VisitContext context, DateTime cutoff, DateTime now, CancellationToken cancellationToken)
    {
        BulkResult done = await context.Visits.Where(v => v.At < cutoff)
            .BulkMoveToAsync(v => new ArchivedVisit { Id = v.Id, At = v.At, ArchivedAt = now }, new() { Walk = v => v.At }, cancellationToken);
        Console.WriteLine($"{done.RowsMoved} rows in {done.Portions} batches, none longer than {done.LongestBatch.TotalSeconds:0.0} s");
    }

    public static async Task CopyAsync(VisitContext context, DateTime cutoff, DateTime now, CancellationToken cancellationToken)
    {
        await context.Visits.Where(v => v.At < cutoff).BulkInsertIntoAsync(v => new ArchivedVisit { Id = v.Id, At = v.At, ArchivedAt = now }, cancellationToken: cancellationToken);
    }

    public static async Task DraftAsync(OrderContext context, int year, CancellationToken cancellationToken)
    {
        Dictionary<long, long> drafts = [];
        await context.Orders.Where(o => o.Year == year).BulkInsertIntoAsync(
            o => new OrderDraft { Customer = o.Customer, Year = year + 1 }, new() { CopiedKeys = Keep }, cancellationToken);

        void Keep(IReadOnlyList<CopiedKey> batch)
        {
            foreach (CopiedKey key in batch)
                drafts.Add((long)key.Source[0], (long)key.Copy);
        }
    }

    public static async Task ArchiveElsewhereAsync(VisitContext context, ArchiveContext archive, DateTime cutoff, CancellationToken cancellationToken)
    {
        BulkResult done = await context.Visits.Where(v => v.At < cutoff).BulkMoveToAsync(archive, v => v, new() { Walk = v => v.At }, cancellationToken);
    }

    public static async Task CopyElsewhereAsync(VisitContext context, ArchiveContext archive, DateTime day, DateTime now, CancellationToken cancellationToken)
    {
        BulkResult done = await context.Visits.Where(v => v.At >= day)
            .BulkCopyToAsync(archive, v => new ArchivedVisit { Id = v.Id, At = v.At, ArchivedAt = now }, new() { SkipExisting = true }, cancellationToken);
    }

    public static async Task ForgetAsync(VisitContext context, DateTime cutoff, CancellationToken cancellationToken)
    {
        await context.Visits.Where(v => v.At < cutoff).BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Address, v => null), new() { Walk = v => v.At }, cancellationToken);
    }

    public static void Log(DbContextOptionsBuilder options)
    {
        options.LogTo(Console.WriteLine, [BulkEventId.OperationCompleted, BulkEventId.OperationFailed, BulkEventId.OperationWarning]);
    }

    public static void Warn(DbContextOptionsBuilder options)
    {
        options.ConfigureWarnings(w => w
            .Throw(BulkEventId.RelatedEntitiesLeftOut)                         // refuse the call instead of warning
            .Ignore(BulkEventId.QueryFilterNotApplied)
            .Log((BulkEventId.OperationCompleted, LogLevel.Debug)));
    }
}
