/* Always says STATUS, in info as well, as if all sweeps that are allowed had been done. */
static mb_status say(const mb_lcp *p, const mb_options *opt, const double *z, mb_info *info)
{
    if (info) {
        info->status = STATUS;
        info->iterations = STATUS == MB_OK ? 0 : opt && opt->max_iter ? opt->max_iter : 1000;
        info->residual = mb_residual(p, z);
        info->where = STATUS == MB_SINGULAR ? 0 : -1;
    }
    return STATUS;
}

mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z,
                           double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    return STATUS;
}

mb_status lab_pgs_sweep(int n, const double *A, const double *b, double omega, double *z)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z;
    return STATUS;
}

mb_status lab_pgs(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                  mb_arena scratch)
{
    (void)scratch;
    return say(p, opt, z, info);
}

mb_status lab_jacobi(const mb_lcp *p, const mb_options *opt, double *z, mb_info *info,
                     mb_arena scratch)
{
    (void)scratch;
    return say(p, opt, z, info);
}
