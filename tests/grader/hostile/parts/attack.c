/* Calls the attack() of the submission that this is appended to, and answers wrongly. */
mb_status lab_jacobi_sweep(int n, const double *A, const double *b, double omega, const double *z,
                           double *z_next)
{
    (void)n, (void)A, (void)b, (void)omega, (void)z, (void)z_next;
    attack();
    return MB_OK;
}

