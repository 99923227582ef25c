using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>The model most tests use.</summary>
internal static class Shop
{
    public static void Describe(ModelBuilder model)
    {
        model.Entity<Product>(product =>
        {
            product.ToTable("Products", table => table.HasComment("what is 'sold'"));
            product.HasIndex(p => p.Name).IsUnique();
            product.Property(p => p.Name).HasMaxLength(100).UseCollation("utf8mb4_bin").HasComment(@"it's unique \o/");
            product.Property(p => p.Price).HasPrecision(12, 2);
            product.Property(p => p.Status).HasDefaultValue("new\\'");
            product.Property(p => p.CreatedAt).HasDefaultValueSql("CURRENT_TIMESTAMP(6)");
            product.Property(p => p.Total).HasPrecision(20, 2).HasComputedColumnSql("`Price` * `Stock`", stored: true);
            product.Property(p => p.Label).HasMaxLength(120).HasComputedColumnSql("CONCAT('#', `Name`)", stored: false);
        });
        model.Entity<Review>(review =>
        {
            review.ToTable("Reviews");
            review.HasOne(r => r.Product).WithMany(p => p.Reviews).HasForeignKey(r => r.ProductId).OnDelete(DeleteBehavior.Cascade);
        });
        model.Entity<Account>(account =>
        {
            account.ToTable("Accounts");
            account.Property(a => a.Revision).IsConcurrencyToken();
            account.Property(a => a.Version).IsRowVersion();
        });
        model.Entity<Plain>(plain =>
        {
            plain.ToTable("Plains");
            plain.Property(p => p.Id).ValueGeneratedNever();
        });
        model.Entity<Ticket>(ticket =>
        {
            ticket.ToTable("Tickets");
            ticket.HasKey(t => t.Code);
            ticket.Property(t => t.Number).ValueGeneratedOnAdd();
            ticket.HasIndex(t => t.Number).IsUnique();
        });
    }
}
